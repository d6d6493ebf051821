import { expect, it } from 'vitest'
import { sharedBuffers } from '../src/embedded/machine-memory.ts'

const GIGABYTE = 1024 ** 3

it.each([
  [1, '32MB'],
  [4, '64MB'],
  [8, '128MB'],
  [64, '256MB'],
])('shared memory of the built-in Postgres on %s GB, a part between limits: %s', (memory, shared) => {
  expect(sharedBuffers(memory * GIGABYTE)).toBe(shared)
})
