import type { TypedPassword } from '@cairn/workspace/port/access'
import { describe, expect, test, vi } from 'vitest'
import { fakeService, json, ME, user } from '../fake-service.ts'

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

  test("[GAP-28] fails with the server's error code when it is wrong or too old", async () => {
    service.answer('POST /auth/v1/verify', () => json(EXPIRED, 403))
    const refusal = service.open().access.redeemCode('recovery', { email: 'ada@example.com', code: '000000' })
    await expect(refusal).rejects.toMatchObject({ name: 'AccessError', code: 'otp_expired' })
  })
})

describe('a link by mail', () => {
  const confirm = (type: string, typed: TypedPassword | null = null) =>
    service.open().access.confirm({ tokenHash: 'hash', type }, typed)

  test.each(['signup', 'invite', 'magiclink', 'recovery', 'email'])(
    'of the type %s signs in, and shows which browser it is',
    async (type) => {
      service.answer('POST /auth/v1/verify', session)
      expect(await confirm(type)).toBe('signed-in')
      expect(service.sent()).toMatchObject([
        { body: { type, token_hash: 'hash', code_verifier: 'verifier' } },
      ])
    },
  )

  test.each([
    ['of-sign-up', 'password'],
    ['new', 'new_password'],
  ] as const)('[GAP-37] takes a password along: %s', async (kind, field) => {
    service.answer('POST /auth/v1/verify', session)
    await confirm('signup', { kind, password: 'secret' })
    expect(service.sent()).toMatchObject([{ body: { [field]: 'secret' } }])
  })

  test('[GAP-37] of a change of address is confirmed in the session of the account', async () => {
    const { access } = await service.openSignedIn()
    service.answer('POST /auth/v1/verify', () => json({ code: '200', msg: 'Confirmation link accepted.' }))
    const link = { tokenHash: 'hash', type: 'email_change' }
    expect(await access.confirm(link, null)).toBe('email-change-pending')
    expect(service.sent()).toMatchObject([{ body: { type: 'email_change', token_hash: 'hash' } }])
  })

  test('[GAP-37] of a change of address is not sent without a session', async () => {
    await expect(confirm('email_change')).rejects.toMatchObject({ name: 'NotSignedIn' })
    expect(service.calls()).toEqual([])
  })

  test('[CLIENT-40] fails when it leads to no session', async () => {
    service.answer('POST /auth/v1/verify', () => json({ code: '200', msg: 'Done.' }))
    await expect(confirm('magiclink')).rejects.toMatchObject({
      message: 'An error occurred on token verification.',
    })
  })

  test('of no known type is refused without a request', async () => {
    await expect(confirm('sms')).rejects.toMatchObject({ message: 'This link is not from Cairn.' })
    expect(service.calls()).toEqual([])
  })

  test('is looked at before: whose it is, and what has to be shown', async () => {
    const facts = { user: { id: ME, email: 'ada@example.com' }, new_email: null, needed: 'password' }
    service.answer('POST /auth/v1/verify/peek', () => json(facts))
    const looked = await service.open().access.inspectLink({ tokenHash: 'hash', type: 'signup' })
    expect(looked).toEqual({ person: facts.user, newEmail: null, needed: 'password' })
    expect(service.sent()).toMatchObject([{ body: { token_hash: 'hash', code_verifier: 'verifier' } }])
  })

  test('needs nothing more where the server cannot be asked, as in a hosted project', async () => {
    service.answer('POST /auth/v1/verify/peek', () => json({ msg: 'no such path' }, 404))
    const looked = await service.open().access.inspectLink({ tokenHash: 'hash', type: 'signup' })
    expect(looked).toEqual({ person: null, newEmail: null, needed: 'nothing' })
  })

  test('[GAP-37] is not called invalid where the server cannot be reached', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const lost = () => {
      throw new TypeError('fetch failed')
    }
    service.answer('POST /auth/v1/verify/peek', lost)
    service.answer('POST /auth/v1/verify', lost)
    const looked = service.open().access.inspectLink({ tokenHash: 'hash', type: 'email' })
    await expect(looked).rejects.toMatchObject({ name: 'AccessError', kind: 'offline' })
    await expect(confirm('email')).rejects.toMatchObject({ name: 'AccessError', kind: 'offline' })
  })
})

describe('[GAP-28] a new password', () => {
  test('[CALL-82] is set for the signed-in user', async () => {
    const { access } = await service.openSignedIn()
    service.answer('PUT /auth/v1/user', () => json({ ...user, id: ME }))
    await access.setPassword('Correct-Horse-9', { keepsPrograms: false })
    expect(service.sent()).toMatchObject([
      { call: 'PUT /auth/v1/user', body: { password: 'Correct-Horse-9' } },
    ])
  })
})
