import { expect, test } from 'vitest'
import { MAIL_LIFETIME_MS, nextRetry } from './retry.ts'

test('waits twice as long each time, up to a quarter of an hour, for a day', () => {
  const delay = (attempts: number) => nextRetry({ attempts, ageMs: 0, lifetimeMs: MAIL_LIFETIME_MS })
  expect([1, 2, 3, 8, 9, 500].map(delay)).toEqual(
    [5_000, 10_000, 20_000, 640_000, 900_000, 900_000].map((inMs) => ({ kind: 'retry', inMs })),
  )
  const old = { attempts: 2, ageMs: MAIL_LIFETIME_MS, lifetimeMs: MAIL_LIFETIME_MS }
  expect(nextRetry(old)).toEqual({ kind: 'give-up' })
})
