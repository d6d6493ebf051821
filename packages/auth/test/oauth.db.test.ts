import { describe, expect, test } from 'vitest'
import { openSite, PASSWORD, PUBLIC_URL, refusal } from './support/fixture.ts'
import { openProviderSite } from './support/provider-site.ts'
import { errorOf } from './support/redirects.ts'

const { site, database, idp, settings, comeBack, goThereAndBack, signInWithProvider } =
  await openProviderSite()

describe('[CALL-96] sign-in with a provider', () => {
  test('creates a user, who is found from then on', async () => {
    const first = await signInWithProvider(site.browser('pkce'))
    expect(first.result?.data.user).toMatchObject({
      email: 'ada@example.org',
      user_metadata: { name: 'Ada', email_verified: true },
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      identities: [{ provider: 'keycloak', id: 'ada' }],
    })
    const claims = await site.auth.verifyAccessToken(first.result?.data.session?.access_token ?? '')
    expect(claims.amr.map(({ method }) => method)).toEqual(['oauth'])
    const second = await signInWithProvider(site.browser('pkce'))
    expect(second.result?.data.user?.id).toBe(first.result?.data.user?.id)
    expect(await site.sql`select from auth.users`).toHaveLength(1)
  })

  test('goes on with a session behind the # for the implicit flow, where links may lead', async () => {
    const target = await goThereAndBack(
      '/authorize?provider=keycloak&redirect_to=https%3A%2F%2Fapp.test%2Fwelcome%2Fhome',
    )
    expect(target.origin + target.pathname).toBe('https://app.test/welcome/home')
    expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).not.toBeNull()
    const other = await goThereAndBack('/authorize?provider=keycloak&redirect_to=https%3A%2F%2Fevil.test')
    expect(other.origin).toBe(PUBLIC_URL)
  })

  test('enters the account of the same address that was proven, password and all', async () => {
    const id = await site.addUser('ada@example.org')
    const { result } = await signInWithProvider(site.browser('pkce'))
    expect(result?.data.user?.id).toBe(id)
    const { error } = await site
      .browser()
      .signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
    expect(error).toBeNull()
  })

  test('takes nothing over from a sign-up that was never confirmed', async () => {
    await site.addUser('ada@example.org', { confirmed: false })
    await signInWithProvider(site.browser('pkce'))
    const squatter = await site.browser().signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
    expect(squatter.error?.code).toBe('invalid_credentials')
    expect(await site.sql`select from auth.users`).toHaveLength(1)
  })

  const NOT_VERIFIED = 'provider_email_needs_verification'
  test.each([
    ['does not vouch for', { sub: 'eve', email: 'ada@example.org', email_verified: false }, NOT_VERIFIED],
    ['says nothing about', { sub: 'eve', email: 'ada@example.org' }, NOT_VERIFIED],
    ['does not know', { sub: 'eve' }, 'provider_email_missing'],
  ])('opens no account with an address that the provider %s', async (_what, user, code) => {
    const id = await site.addUser('ada@example.org')
    idp.users.set('eve', user)
    const { target, result } = await signInWithProvider(site.browser('pkce'), 'eve')
    expect(result).toBeNull()
    expect(errorOf(target)).toBe(code)
    expect(await site.sql`select id from auth.users`).toEqual([{ id }])
    expect(await site.sql`select from auth.identities`).toHaveLength(0)
  })

  test('trusts each address of a provider for which the operator vouches, in any capitals', async () => {
    const { keycloak } = settings.providers
    const trusting = await openSite(database, {
      sendMail: false,
      settings: { ...settings, providers: { keycloak: { ...keycloak, trustEmail: true } } },
    })
    idp.users.set('eve', { sub: 'eve', email: 'Eve@Example.org', email_verified: false })
    const target = await goThereAndBack('/authorize?provider=keycloak', 'eve', trusting)
    expect(target.hash).toContain('access_token')
    expect(await site.sql`select email from auth.users`).toEqual([{ email: 'eve@example.org' }])
    await trusting.close()
  })

  test('keeps a banned user out, and asks the product about a new user', async () => {
    await site.addUser('ada@example.org', { banned: true })
    expect((await signInWithProvider(site.browser('pkce'))).result?.error?.code).toBe('user_banned')
    await site.sql.unsafe(`
      create or replace function public.nobody(event jsonb) returns jsonb language sql as
        $$ select '{"error": {"http_code": 403, "message": "Not this domain."}}'::jsonb $$`)
    const guarded = await openSite(database, {
      sendMail: false,
      settings: { ...settings, hooks: { beforeUserCreated: { schema: 'public', name: 'nobody' } } },
    })
    idp.users.set('new', { sub: 'new', email: 'new@example.org', email_verified: true })
    const target = await goThereAndBack('/authorize?provider=keycloak', 'new', guarded)
    expect(target.hash).toContain('Not+this+domain')
    await guarded.close()
  })

  test('asks for the second factor all the same', async () => {
    await signInWithProvider(site.browser('pkce'))
    await site.sql`
      insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed)
      select id, 'totp', 'verified', 'x' from auth.users`
    const browser = site.browser('pkce')
    await signInWithProvider(browser)
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
