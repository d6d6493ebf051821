import { describe, expect, test } from 'vitest'
import { refusal } from './support/fixture.ts'
import { openProviderSite } from './support/provider-site.ts'

const { site, idp, idTokenOf } = await openProviderSite()

describe('[CALL-85] an ID token', () => {
  const grant = (body: unknown) => site.send('POST', '/token?grant_type=id_token', { body })

  test('of the provider signs in', async () => {
    const browser = site.browser()
    const token = await idTokenOf('ada', 'nonce-1')
    const { data, error } = await browser.signInWithIdToken({ provider: 'keycloak', token, nonce: 'nonce-1' })
    expect(error).toBeNull()
    expect(data.user?.email).toBe('ada@example.org')
  })

  test('is refused with another nonce, changed, or without a subject', async () => {
    const id_token = await idTokenOf('ada', 'nonce-2')
    const [head, , signature] = id_token.split('.')
    const claims = Buffer.from(JSON.stringify({ iss: idp.issuer, aud: idp.clientId, sub: 'eve', exp: 9e9 }))
    const forged = `${head}.${claims.toString('base64url')}.${signature}`
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims.toString('base64url')}.`
    for (const body of [
      { provider: 'keycloak', id_token, nonce: 'another' },
      { provider: 'keycloak', id_token },
      { provider: 'keycloak', id_token: forged },
      { provider: 'keycloak', id_token: none },
      { provider: 'keycloak', id_token: 'nonsense' },
      { provider: 'keycloak' },
      { provider: 'nonsense', id_token },
    ]) {
      expect((await refusal(await grant(body))).status).toBe(400)
    }
    expect(await site.sql`select from auth.users`).toHaveLength(0)
  })
})
