import { codeOfApp } from '@cairn/testing/authenticator'
import { describe, expect, test } from 'vitest'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** The secret of RFC 6238's examples, "12345678901234567890", in base 32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const STEP_MS = 30_000

const codeAt = (ms: number) => codeOfApp(RFC_SECRET, ms)

const judge = (code: string, nowMs: number, lastUsedStep: number | null = null) =>
  stepOfCode(code, { secret: RFC_SECRET, nowMs, lastUsedStep })

describe('a code', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is the one of RFC 6238 at %i s', (seconds, code) => {
    expect(judge(code, seconds * 1_000)).toBe(Math.floor(seconds / 30))
    expect(codeAt(seconds * 1_000)).toBe(code)
  })

  const NOW = 1_800_000_000_000

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('of a clock that is %i steps off: %s', (steps, accepted) => {
    expect(judge(codeAt(NOW + steps * STEP_MS), NOW) !== null).toBe(accepted)
  })

  test('works once, and none before it works after it', () => {
    const step = judge(codeAt(NOW), NOW)
    expect(step).toBe(NOW / STEP_MS)
    expect(judge(codeAt(NOW), NOW, step)).toBeNull()
    expect(judge(codeAt(NOW - STEP_MS), NOW, step)).toBeNull()
    expect(judge(codeAt(NOW + STEP_MS), NOW, step)).toBe(NOW / STEP_MS + 1)
  })

  test.each(['', '12345', '1234567', '12345a', '１２３４５６', ' 123456'])(
    'is six digits, not %j',
    (code) => {
      expect(judge(code, NOW)).toBeNull()
    },
  )
})

test('the URI for the app names secret, issuer and user', () => {
  const uri = new URL(totpUri({ secret: RFC_SECRET, issuer: 'Cairn & Co', label: 'ada@example.org' }))
  expect(uri.protocol).toBe('otpauth:')
  expect(uri.searchParams.get('secret')).toBe(RFC_SECRET)
  expect(uri.searchParams.get('issuer')).toBe('Cairn & Co')
  expect(decodeURIComponent(uri.pathname)).toContain('ada@example.org')
})

test('secrets are 160 bits and never the same', () => {
  const secrets = new Set(Array.from({ length: 100 }, newTotpSecret))
  expect(secrets.size).toBe(100)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})
