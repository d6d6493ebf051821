import { expect, it } from 'vitest'
import { sharedBuffers } from '../src/embedded/machine-memory.ts'

const GIGABYTE = 1024 ** 3

it.each([
  [0.25, '32MB'],
  [1, '64MB'],
  [4, '256MB'],
  [8, '512MB'],
  [64, '512MB'],
])('shared memory of the built-in Postgres on %s GB, a sixteenth between limits: %s', (memory, shared) => {
  expect(sharedBuffers(memory * GIGABYTE)).toBe(shared)
})
