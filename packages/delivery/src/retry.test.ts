import { expect, test } from 'vitest'
import { MAIL_LIFETIME_MS, nextRetry, SMS_LIFETIME_MS } from './retry.ts'

test('waits twice as long each time, up to a quarter of an hour', () => {
  const delay = (attempts: number) => nextRetry({ attempts, lifetimeMs: MAIL_LIFETIME_MS })
  expect([1, 2, 3, 8, 9, 90].map(delay)).toEqual(
    [5_000, 10_000, 20_000, 640_000, 900_000, 900_000].map((inMs) => ({ kind: 'retry', inMs })),
  )
})

test.each([
  ['mail', MAIL_LIFETIME_MS],
  ['an SMS', SMS_LIFETIME_MS],
])('%s is given up when its attempts have filled its lifetime', (_what, lifetimeMs) => {
  let waitedMs = 0
  let attempts = 1
  for (; ; attempts += 1) {
    const retry = nextRetry({ attempts, lifetimeMs })
    if (retry.kind === 'give-up') break
    waitedMs += retry.inMs
  }
  expect(waitedMs).toBeGreaterThanOrEqual(lifetimeMs)
  expect(waitedMs).toBeLessThan(lifetimeMs + 16 * 60_000)
})
