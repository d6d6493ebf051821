import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { json, user } from '../fake-service.ts'
import { createServiceClient } from './client.ts'

/** The times of the official client, as this app uses it: none of them is set. */

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', class {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A client whose session ends after so many seconds, and how often it was renewed. */
async function signedInFor(seconds: number) {
  const send = vi.fn(async (input: unknown) => {
    const isRenewal = String(input).includes('refresh_token')
    const expires_in = isRenewal ? 3600 : seconds
    return json({ access_token: 'access', refresh_token: 'refresh', token_type: 'bearer', expires_in, user })
  })
  const service = { url: `http://service-${seconds}.test`, key: 'sb_publishable_test' }
  const { auth } = createServiceClient(service, send).supabase
  await auth.signInWithPassword({ email: 'ada@example.com', password: 'secret' })
  const renewals = () => send.mock.calls.filter(([input]) => String(input).includes('refresh_token')).length
  return { auth, renewals }
}

describe('a session', () => {
  test.each([
    [95, 0],
    [85, 1],
  ])(
    '[OPEN-14] with %i seconds left is renewed %i times when the app asks for it',
    async (seconds, times) => {
      const { auth, renewals } = await signedInFor(seconds)
      await auth.stopAutoRefresh()
      await auth.getSession()
      expect(renewals()).toBe(times)
    },
  )

  test('[OPEN-15][OPEN-16] is looked at every 30 seconds, and renewed three looks before its end', async () => {
    const { auth, renewals } = await signedInFor(195)
    await auth.startAutoRefresh()
    await vi.advanceTimersByTimeAsync(89_000)
    expect(renewals()).toBe(0)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(renewals()).toBe(1)
    await auth.stopAutoRefresh()
  })
})
