import { describe, expect, test } from 'vitest'
import { refusal } from './support/fixture.ts'
import { CALLBACK, openProviderSite } from './support/provider-site.ts'

const { site, idp } = await openProviderSite()

describe('[CALL-85] an ID token', () => {
  /** By the back door: what an app on a phone would have got from the provider. */
  async function idTokenOf(sub: string, nonce: string): Promise<string> {
    const verifier = 'v'.repeat(43)
    const query = new URLSearchParams({
      client_id: idp.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      nonce,
    })
    query.set('code_challenge', await challengeOf(verifier))
    query.set('code_challenge_method', 'S256')
    const callback = await idp.signIn(`${idp.issuer}/auth?${query}`, sub)
    const response = await fetch(`${idp.issuer}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${idp.clientId}:${encodeURIComponent(idp.clientSecret)}`)}`,
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: CALLBACK,
        code_verifier: verifier,
      }),
    })
    const body: { id_token: string } = JSON.parse(await response.text())
    return body.id_token
  }

  async function challengeOf(verifier: string): Promise<string> {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
    return Buffer.from(digest).toString('base64url')
  }

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
