import { describe, expect, test } from 'vitest'
import { fakeService, json, ME, user } from './fake-service.ts'

const service = fakeService()

const EXPIRED = { code: 403, error_code: 'otp_expired', msg: 'Token has expired or is invalid' }
const session = () =>
  json({ access_token: 'access', refresh_token: 'refresh', token_type: 'bearer', expires_in: 3600, user })

describe('a code by mail', () => {
  test('[CALL-86][CLIENT-30] to sign in creates no user', async () => {
    service.answer('POST /auth/v1/otp', () => json({}))
    await service.open().access.sendCode('sign-in', 'ada@example.com')
    expect(service.sent()).toMatchObject([
      {
        call: 'POST /auth/v1/otp?redirect_to=https://cairn.test/',
        body: { email: 'ada@example.com', create_user: false },
      },
    ])
  })

  test('[GAP-28][CALL-86] for a new password leads back to the screen that sets it', async () => {
    service.answer('POST /auth/v1/recover', () => json({}))
    await service.open().access.sendCode('recovery', 'ada@example.com')
    expect(service.sent()).toMatchObject([
      {
        call: 'POST /auth/v1/recover?redirect_to=https://cairn.test/auth/new-password',
        body: { email: 'ada@example.com' },
      },
    ])
  })

  test('[GAP-28] signs in, whichever of the two it is', async () => {
    service.answer('POST /auth/v1/verify', session)
    const { access } = service.open()
    const heard: unknown[] = []
    access.onChange(({ event }) => heard.push(event))
    await access.restore()
    for (const purpose of ['recovery', 'sign-in'] as const) {
      await access.redeemCode(purpose, { email: 'ada@example.com', code: '123456' })
    }
    expect(service.sent()).toMatchObject([
      { call: 'POST /auth/v1/verify', body: { type: 'recovery', token: '123456', email: 'ada@example.com' } },
      { call: 'POST /auth/v1/verify', body: { type: 'email', token: '123456' } },
    ])
    expect(heard).toEqual(['signed-in'])
  })

  test('[GAP-28] that is wrong or too old is refused by its name', async () => {
    service.answer('POST /auth/v1/verify', () => json(EXPIRED, 403))
    const refusal = service.open().access.redeemCode('recovery', { email: 'ada@example.com', code: '000000' })
    await expect(refusal).rejects.toMatchObject({ name: 'AccessError', code: 'otp_expired' })
  })
})

describe('a link by mail', () => {
  const confirm = (type: string) => service.open().access.confirm({ tokenHash: 'hash', type })

  test.each(['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change'])(
    'of the type %s signs in',
    async (type) => {
      service.answer('POST /auth/v1/verify', session)
      expect(await confirm(type)).toBe('signed-in')
      expect(service.sent()).toMatchObject([{ body: { type, token_hash: 'hash' } }])
    },
  )

  test('from one of two mailboxes says that the other one has still to confirm', async () => {
    service.answer('POST /auth/v1/verify', () => json({ code: '200', msg: 'Confirmation link accepted.' }))
    expect(await confirm('email_change')).toBe('email-change-pending')
  })

  test('of no known type is refused without a request', async () => {
    await expect(confirm('sms')).rejects.toMatchObject({ message: 'This link is not one of ours.' })
    expect(service.calls()).toEqual([])
  })
})

describe('[GAP-28] a new password', () => {
  test('[CALL-82] is set for the signed-in user', async () => {
    const { access } = await service.openSignedIn()
    service.answer('PUT /auth/v1/user', () => json({ ...user, id: ME }))
    await access.setPassword('Correct-Horse-9')
    expect(service.sent()).toMatchObject([
      { call: 'PUT /auth/v1/user', body: { password: 'Correct-Horse-9' } },
    ])
  })
})
