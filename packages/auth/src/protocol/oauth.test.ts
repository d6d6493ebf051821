import type { GoTrueClient } from '@supabase/supabase-js'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openSite, openTestSite, PASSWORD, PUBLIC_URL, refusal, type Site } from './fixture.ts'
import { openIdentityProvider } from './identity-provider.ts'

const CALLBACK = `${PUBLIC_URL}/auth/v1/callback`
const idp = await openIdentityProvider(CALLBACK)
const settings = {
  manualLinking: true,
  providers: {
    keycloak: { clientId: idp.clientId, clientSecret: idp.clientSecret, url: idp.issuer },
    away: { clientId: 'x', clientSecret: 'x', url: 'http://127.0.0.1:9' },
  },
}
const { site, database } = await openTestSite({ smtpUrl: null, sendMail: false, settings })
afterAll(() => idp.close())

beforeEach(async () => {
  await site.sql`delete from auth.users`
  await site.sql`delete from auth.flow_state`
  idp.people.clear()
  idp.people.set('ada', { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' })
})

/** Sends the browser there and back, and returns where it ends up. */
async function goThereAndBack(url: string, sub = 'ada', at: Site = site): Promise<URL> {
  const begun = await at.send('GET', url.replace(`${PUBLIC_URL}/auth/v1`, ''))
  expect(begun.status).toBe(303)
  return comeBack(begun.headers.get('location') ?? '', sub, at)
}

async function comeBack(authorizationUrl: string, sub = 'ada', at: Site = site): Promise<URL> {
  const callback = await idp.signIn(authorizationUrl, sub)
  const response = await at.send('GET', `/callback${callback.search}`)
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

async function signInElsewhere(browser: GoTrueClient, sub = 'ada', at: Site = site) {
  const { data } = await browser.signInWithOAuth({
    // The client has a list of names; the server does not.
    provider: 'keycloak',
    options: { skipBrowserRedirect: true },
  })
  const target = await goThereAndBack(data.url ?? '', sub, at)
  const code = target.searchParams.get('code')
  return { target, result: code === null ? null : await browser.exchangeCodeForSession(code) }
}

const errorOf = (target: URL) => target.searchParams.get('error_code')

describe('[CALL-96] sign-in with a provider', () => {
  test('makes somebody new, who is known from then on', async () => {
    const first = await signInElsewhere(site.browser('pkce'))
    expect(first.result?.data.user).toMatchObject({
      email: 'ada@example.org',
      user_metadata: { name: 'Ada', email_verified: true },
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      identities: [{ provider: 'keycloak', id: 'ada' }],
    })
    const claims = await site.auth.verifyAccessToken(first.result?.data.session?.access_token ?? '')
    expect(claims.amr.map(({ method }) => method)).toEqual(['oauth'])
    const second = await signInElsewhere(site.browser('pkce'))
    expect(second.result?.data.user?.id).toBe(first.result?.data.user?.id)
    expect(await site.sql`select from auth.users`).toHaveLength(1)
  })

  test('goes on with a session behind the # for the implicit flow, where links may lead', async () => {
    const target = await goThereAndBack(
      '/authorize?provider=keycloak&redirect_to=https%3A%2F%2Fapp.test%2Fwelcome%2Fhome',
    )
    expect(target.origin + target.pathname).toBe('https://app.test/welcome/home')
    expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).not.toBeNull()
    const elsewhere = await goThereAndBack('/authorize?provider=keycloak&redirect_to=https%3A%2F%2Fevil.test')
    expect(elsewhere.origin).toBe(PUBLIC_URL)
  })

  test('enters the account of the same address that was proven, password and all', async () => {
    const id = await site.addPerson('ada@example.org')
    const { result } = await signInElsewhere(site.browser('pkce'))
    expect(result?.data.user?.id).toBe(id)
    const { error } = await site
      .browser()
      .signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
    expect(error).toBeNull()
  })

  test('takes nothing over from a sign-up that nobody confirmed', async () => {
    await site.addPerson('ada@example.org', { confirmed: false })
    await signInElsewhere(site.browser('pkce'))
    const squatter = await site.browser().signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
    expect(squatter.error?.code).toBe('invalid_credentials')
    expect(await site.sql`select from auth.users`).toHaveLength(1)
  })

  test.each([
    ['does not vouch for', { sub: 'eve', email: 'ada@example.org', email_verified: false }],
    ['says nothing about', { sub: 'eve', email: 'ada@example.org' }],
    ['does not know', { sub: 'eve' }],
  ])('opens nothing with an address that the provider %s', async (_what, person) => {
    const id = await site.addPerson('ada@example.org')
    idp.people.set('eve', person)
    const { target, result } = await signInElsewhere(site.browser('pkce'), 'eve')
    expect(result).toBeNull()
    expect(errorOf(target)).toBe('provider_email_needs_verification')
    expect(await site.sql`select id from auth.users`).toEqual([{ id }])
    expect(await site.sql`select from auth.identities`).toHaveLength(0)
  })

  test('keeps a banned person outside, and asks the product about somebody new', async () => {
    await site.addPerson('ada@example.org', { banned: true })
    expect((await signInElsewhere(site.browser('pkce'))).result?.error?.code).toBe('user_banned')
    await site.sql.unsafe(`
      create or replace function public.nobody(event jsonb) returns jsonb language sql as
        $$ select '{"error": {"http_code": 403, "message": "Not this domain."}}'::jsonb $$`)
    const guarded = await openSite(database, {
      sendMail: false,
      settings: { ...settings, hooks: { beforeUserCreated: { schema: 'public', name: 'nobody' } } },
    })
    idp.people.set('new', { sub: 'new', email: 'new@example.org', email_verified: true })
    const target = await goThereAndBack('/authorize?provider=keycloak', 'new', guarded)
    expect(target.hash).toContain('Not+this+domain')
    await guarded.close()
  })

  test('asks for the second factor all the same', async () => {
    await signInElsewhere(site.browser('pkce'))
    await site.sql`
      insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed)
      select id, 'totp', 'verified', 'x' from auth.users`
    const browser = site.browser('pkce')
    await signInElsewhere(browser)
    expect((await browser.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
  })
})

describe('the way back', () => {
  test('works once, and only with a state that we gave out', async () => {
    const begun = await site.send('GET', '/authorize?provider=keycloak')
    const callback = await idp.signIn(begun.headers.get('location') ?? '', 'ada')
    await site.send('GET', `/callback${callback.search}`)
    for (const search of [callback.search, '?code=x&state=forged', '?code=x', '']) {
      const response = await site.send('GET', `/callback${search}`)
      const target = new URL(response.headers.get('location') ?? '')
      expect([target.origin, errorOf(target)]).toEqual([PUBLIC_URL, 'bad_oauth_state'])
    }
    expect(await site.sql`select from auth.sessions`).toHaveLength(1)
  })

  test('expires, and is not for a code of another flow', async () => {
    const late = await site.send('GET', '/authorize?provider=keycloak')
    await site.sql`update auth.flow_state set created_at = created_at - interval '16 minutes'`
    expect(errorOf(await comeBack(late.headers.get('location') ?? ''))).toBe('bad_oauth_state')

    const [one, two] = await Promise.all([1, 2].map(() => site.send('GET', '/authorize?provider=keycloak')))
    const first = await idp.signIn(one?.headers.get('location') ?? '', 'ada')
    const second = await idp.signIn(two?.headers.get('location') ?? '', 'ada')
    first.searchParams.set('code', second.searchParams.get('code') ?? '')
    const response = await site.send('GET', `/callback${first.search}`)
    expect(response.headers.get('location')).toContain('error_code=bad_oauth_callback')
    expect(await site.sql`select from auth.sessions`).toHaveLength(0)
  })

  test('brings the provider’s refusal to the page', async () => {
    const begun = await site.send('GET', '/authorize?provider=keycloak')
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state')
    const response = await site.send('GET', `/callback?error=access_denied&state=${state}&iss=${idp.issuer}`)
    expect(response.headers.get('location')).toContain('error_code=bad_oauth_callback')
  })

  test('leaves no state, nonce or code in the database', async () => {
    const begun = await site.send('GET', '/authorize?provider=keycloak')
    const query = new URL(begun.headers.get('location') ?? '').searchParams
    const rows = JSON.stringify(await site.sql`select * from auth.flow_state`)
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(query.get(name)).not.toBeNull()
      expect(rows).not.toContain(query.get(name))
    }
  })
})

test.each([
  ['?provider=nonsense', 400, 'provider_disabled'],
  ['', 400, 'provider_disabled'],
  ['?provider=keycloak&code_challenge=short&code_challenge_method=s256', 400, 'validation_failed'],
  ['?provider=away', 500, 'unexpected_failure'],
])('GET /authorize%s is refused', async (query, status, code) => {
  expect(await refusal(await site.send('GET', `/authorize${query}`))).toMatchObject({ status, code })
})

describe('[CALL-89] [CALL-90] identities', () => {
  async function signedIn(email = 'grace@example.org'): Promise<GoTrueClient> {
    await site.addPerson(email)
    await site.sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
      select id::text, id, jsonb_build_object('email', email), 'email', now(), now() from auth.users where email = ${email}`
    const browser = site.browser('pkce')
    await browser.signInWithPassword({ email, password: PASSWORD })
    return browser
  }

  async function link(browser: GoTrueClient): Promise<URL> {
    const { data, error } = await browser.linkIdentity({ provider: 'keycloak' })
    expect(error).toBeNull()
    return comeBack(data.url ?? '')
  }

  test('are added by the browser that began, and are a way to sign in', async () => {
    const browser = await signedIn()
    const target = await link(browser)
    expect(await site.sql`select provider from auth.identities`).toEqual([{ provider: 'email' }])
    await browser.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    const { data } = await browser.getUserIdentities()
    expect(data?.identities.map(({ provider }) => provider)).toEqual(['email', 'keycloak'])
    const { result } = await signInElsewhere(site.browser('pkce'))
    expect(result?.data.user?.email).toBe('grace@example.org')
  })

  test('are not added by another browser that was led there', async () => {
    const target = await link(await signedIn())
    const body = { auth_code: target.searchParams.get('code'), code_verifier: 'v'.repeat(43) }
    const stranger = await site.send('POST', '/token?grant_type=pkce', { body })
    expect(await refusal(stranger)).toMatchObject({ code: 'bad_code_verifier' })
    expect(await site.sql`select from auth.identities`).toHaveLength(1)
  })

  test('[CLIENT-37] of somebody else cannot be added', async () => {
    await signInElsewhere(site.browser('pkce'))
    expect(errorOf(await link(await signedIn()))).toBe('identity_already_exists')
  })

  test('[CLIENT-37] go away one by one, the last one not', async () => {
    const browser = await signedIn()
    const target = await link(browser)
    await browser.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    const identities = (await browser.getUserIdentities()).data?.identities ?? []
    const [mail, keycloak] = identities
    if (mail === undefined || keycloak === undefined) throw new Error('There should be two.')
    expect((await browser.unlinkIdentity(mail)).error).toBeNull()
    const password = await site
      .browser()
      .signInWithPassword({ email: 'grace@example.org', password: PASSWORD })
    expect(password.error?.code).toBe('invalid_credentials')
    expect((await browser.unlinkIdentity(keycloak)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    })
    expect((await browser.unlinkIdentity(mail)).error).toMatchObject({
      status: 404,
      code: 'identity_not_found',
    })
  })

  test('[CLIENT-37] of others are not there', async () => {
    const eve = await signedIn('eve@example.org')
    await signedIn()
    const [row] = await site.sql<{ id: string }[]>`
      select i.id from auth.identities i join auth.users u on u.id = i.user_id where u.email = 'grace@example.org'`
    const { data } = await eve.getSession()
    const response = await site.send('DELETE', `/user/identities/${row?.id}`, {
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    })
    expect(await refusal(response)).toMatchObject({ status: 404, code: 'identity_not_found' })
    expect(await site.sql`select from auth.identities`).toHaveLength(2)
  })

  test('are left alone unless the installation allows it', async () => {
    const closed = await openSite(database, {
      sendMail: false,
      settings: { ...settings, manualLinking: false },
    })
    const { data } = await (await signedIn()).getSession()
    const headers = { authorization: `Bearer ${data.session?.access_token}` }
    for (const [method, path] of [
      ['GET', '/user/identities/authorize?provider=keycloak'],
      ['DELETE', '/user/identities/00000000-0000-4000-8000-000000000000'],
    ] as const) {
      const response = await closed.send(method, path, { headers })
      expect(await refusal(response)).toMatchObject({ status: 404, code: 'manual_linking_disabled' })
    }
    await closed.close()
  })
})

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
      code_challenge: verifier,
      code_challenge_method: 'plain',
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

  test('is refused with another nonce, changed, or of nobody', async () => {
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
