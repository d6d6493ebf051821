import { describe, expect, test, vi } from 'vitest'
import { fakeService, json } from '../fake-service.ts'

const service = fakeService()
const ACCEPT = 'POST /functions/v1/accept-invitation'

/** The error of an acceptance that the service answers so. */
async function failureOf(answer: () => Response): Promise<unknown> {
  const { access } = await service.openSignedIn()
  service.answer(ACCEPT, answer)
  return access.invitations.accept('token', 'ada@example.com').catch((error: unknown) => error)
}

describe('accepting an invitation', () => {
  test('[INV-18] sends token and address, and gives the name of the account', async () => {
    const { access } = await service.openSignedIn()
    service.answer(ACCEPT, () => json({ success: true, account_name: 'Example Works', error: null }))
    expect(await access.invitations.accept('token', 'ada@example.com')).toBe('Example Works')
    expect(service.sent().at(-1)?.body).toEqual({ token: 'token', userEmail: 'ada@example.com' })
  })

  test('[INV-25] is refused in the words of the server, or in none', async () => {
    for (const error of ['You already belong to Other Works.', null])
      expect(await failureOf(() => json({ success: false, account_name: null, error }))).toMatchObject({
        name: 'AccessError',
        kind: 'refused',
        message: error ?? '',
        code: null,
      })
  })

  test('[INV-25] tells the refusal by its code', async () => {
    const error = 'You already belong to Other Works.'
    const refusal = 'invitation.already_member {"account": "Other Works"}'
    expect(await failureOf(() => json({ success: false, account_name: null, error, refusal }))).toMatchObject(
      {
        message: error,
        refusal: { code: 'invitation.already_member', parameters: { account: 'Other Works' } },
      },
    )
    expect(
      await failureOf(() =>
        json({ code: 'PT429', message: 'Too many requests.', details: 'request.too_many' }, 429),
      ),
    ).toMatchObject({ code: 'PT429', refusal: { code: 'request.too_many' } })
  })

  test('[INV-26] fails with the code of the server, or as a server that failed', async () => {
    expect(await failureOf(() => json({ code: 'X', message: '' }, 400))).toMatchObject({
      name: 'AccessError',
      message: '',
      code: 'X',
    })
    expect(await failureOf(() => new Response('', { status: 500 }))).toMatchObject({
      name: 'AccessError',
      kind: 'unknown',
    })
  })

  test('[INV-23] needs a session, here and on the server', async () => {
    expect(await failureOf(() => json({}, 401))).toMatchObject({ name: 'NotSignedIn' })
    const { access } = service.open()
    service.answer(ACCEPT, () => json({ success: true, account_name: 'Example Works', error: null }))
    await expect(access.invitations.accept('token', 'ada@example.com')).rejects.toMatchObject({
      name: 'NotSignedIn',
      message: 'You must be logged in to accept an invitation.',
    })
  })
})

describe('a link of an invitation', () => {
  test('[INV-12] is looked at, with a token of any characters', async () => {
    const expiresAt = '2030-01-01T00:00:00Z'
    const facts = {
      valid: true,
      reason: null,
      account_name: 'Example',
      inviter_name: 'Ada',
      expires_at: expiresAt,
    }
    service.answer('POST /functions/v1/validate-invitation', () => json(facts))
    expect(await service.open().access.invitations.inspect('💩')).toEqual({
      valid: true,
      accountName: 'Example',
      inviterName: 'Ada',
      expiresAt: new Date(expiresAt),
    })
    expect(service.sent().at(-1)?.body).toEqual({ token: '💩' })
  })

  test('is asked whether single sign-on is required', async () => {
    service.answer('POST /rest/v1/rpc/is_invited_by_single_sign_on', () => json(true))
    expect(await service.open().access.invitations.needsSso('token')).toBe(true)
    expect(service.sent().at(-1)?.body).toEqual({ token_param: 'token' })
  })

  test('[INV-05] is not called invalid where the server cannot be reached', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    service.answer('POST /functions/v1/validate-invitation', () => {
      throw new TypeError('fetch failed')
    })
    await expect(service.open().access.invitations.inspect('token')).rejects.toMatchObject({
      kind: 'offline',
    })
  })
})
