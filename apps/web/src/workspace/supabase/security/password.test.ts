import { describe, expect, test } from 'vitest'
import { fakeService, json, ME, user } from '../fake-service.ts'

const service = fakeService()
const WINDOWS = 'GET /rest/v1/security_rate_limits'
const CHANGE = { current: 'Old-password-1!', next: 'New-password-1!', keepsPrograms: false }
const SHA256 = /^[0-9a-f]{64}$/
const nothing =
  (status = 204) =>
  () =>
    new Response(null, { status })

/** A server that takes every change. */
function usual() {
  service.answer(WINDOWS, () => json([]))
  service.answer('POST /rest/v1/security_rate_limits', nothing(201))
  service.answer('PATCH /rest/v1/security_rate_limits', nothing())
  service.answer('DELETE /rest/v1/security_rate_limits', nothing())
  service.answer('POST /rest/v1/password_history', nothing(201))
  service.answer('POST /rest/v1/rpc/log_security_event_enhanced', nothing())
  service.answer('POST /rest/v1/rpc/check_password_history', () => json(true))
  service.answer('PUT /auth/v1/user', () => json(user))
}

const asked = () => service.calls().map((call) => call.split('?')[0])
const reports = () =>
  service.sent().flatMap(({ call, body }) => (call.includes('log_security_event') ? [body] : []))
const report = (action: string, severity: string) => ({
  p_action: action,
  p_resource_type: 'user_account',
  p_severity: severity,
})

describe('a change of the password', () => {
  test('[SEC-32, 36][CALL-26, 52, 54, 55, 72, 73, 82] counts the try, notes it, asks for the history, and forgets the tries', async () => {
    usual()
    const { password } = await service.openSignedIn()
    expect(await password.change(CHANGE)).toEqual({ kind: 'changed' })
    expect(asked().slice(0, 5)).toEqual([
      WINDOWS,
      'POST /rest/v1/security_rate_limits',
      'POST /rest/v1/rpc/log_security_event_enhanced',
      'POST /rest/v1/rpc/check_password_history',
      'PUT /auth/v1/user',
    ])
    expect(asked().slice(5).sort()).toEqual([
      'DELETE /rest/v1/security_rate_limits',
      'POST /rest/v1/password_history',
    ])
    expect(reports()).toEqual([report('password_change_attempted', 'medium')])
    expect(service.sent().find(({ call }) => call.includes('check_password'))?.body).toEqual({
      user_id_param: ME,
      new_password_hash: expect.stringMatching(SHA256),
    })
  })

  test('[SEC-30, 32] is refused by the history before it is tried', async () => {
    usual()
    service.answer('POST /rest/v1/rpc/check_password_history', () => json(false))
    const { password } = await service.openSignedIn()
    expect(await password.change(CHANGE)).toEqual({ kind: 'used-before' })
    expect(asked()).not.toContain('PUT /auth/v1/user')
    expect(reports()).toEqual([
      report('password_change_attempted', 'medium'),
      report('password_change_failed', 'high'),
    ])
  })

  test('[SEC-31] fails where the history cannot be asked', async () => {
    usual()
    service.answer('POST /rest/v1/rpc/check_password_history', () => json({ message: 'no' }, 400))
    const { password } = await service.openSignedIn()
    await expect(password.change(CHANGE)).rejects.toMatchObject({
      message: 'Failed to check password history',
    })
    expect(asked()).not.toContain('PUT /auth/v1/user')
  })

  test('[SEC-36] counts a further try within the window', async () => {
    usual()
    service.answer(WINDOWS, () => json([{ id: 'w', attempts: 4, blocked_until: null }]))
    const { password } = await service.openSignedIn()
    expect(await password.change(CHANGE)).toEqual({ kind: 'changed' })
    expect(service.sent().find(({ call }) => call.startsWith('PATCH'))).toEqual({
      call: 'PATCH /rest/v1/security_rate_limits?id=eq.w',
      body: { attempts: 5 },
    })
  })

  test.each([
    [5, 10],
    [15, 30],
    [400, 30],
  ])('[SEC-37] after %i tries is blocked for %i minutes, and not tried', async (attempts, minutes) => {
    usual()
    service.answer(WINDOWS, () => json([{ id: 'w', attempts, blocked_until: null }]))
    const { password } = await service.openSignedIn()
    expect(await password.change(CHANGE)).toEqual({ kind: 'too-often', minutes })
    expect(asked()).toEqual([WINDOWS, 'PATCH /rest/v1/security_rate_limits'])
  })

  test('[SEC-38, 39] is refused while a block is in force, with the minutes that are left', async () => {
    usual()
    const until = new Date(Date.now() + 6.5 * 60_000).toISOString()
    service.answer(WINDOWS, () => json([{ id: 'w', attempts: 5, blocked_until: until }]))
    const { password } = await service.openSignedIn()
    expect(await password.change(CHANGE)).toEqual({ kind: 'too-often', minutes: 7 })
    expect(asked()).toEqual([WINDOWS])
  })

  test('[SEC-41] goes on where the tries cannot be counted', async () => {
    usual()
    service.answer(WINDOWS, () => json({ message: 'no' }, 400))
    const { password } = await service.openSignedIn()
    expect(await password.change(CHANGE)).toEqual({ kind: 'changed' })
  })

  test("[SEC-39] reports that the auth server's rate limit is reached", async () => {
    usual()
    service.answer('PUT /auth/v1/user', () =>
      json({ code: 'over_request_rate_limit', message: 'Request rate limit reached' }, 429),
    )
    const { password } = await service.openSignedIn()
    expect(await password.change(CHANGE)).toEqual({ kind: 'too-often', minutes: null })
    expect(reports().at(-1)).toEqual(report('password_change_failed', 'high'))
  })
})
