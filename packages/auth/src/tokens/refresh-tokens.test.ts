import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createRefreshTokens } from './refresh-tokens.ts'

const tokens = createRefreshTokens(new Uint8Array(32).fill(1))

test('a token says its session and counter, and is the same each time it is made', () => {
  const content = { sessionId: randomUUID(), counter: 2 ** 40 }
  const token = tokens.issue(content)
  expect(token).toMatch(/^[\w-]{76}$/)
  expect(tokens.read(token)).toEqual(content)
  expect(tokens.issue(content)).toBe(token)
})

test('needs the secret to be made', () => {
  const content = { sessionId: randomUUID(), counter: 1 }
  const other = createRefreshTokens(new Uint8Array(32).fill(2))
  expect(tokens.read(other.issue(content))).toBeNull()
  expect(tokens.read('')).toBeNull()
  expect(tokens.read('a'.repeat(76))).toBeNull()
})
