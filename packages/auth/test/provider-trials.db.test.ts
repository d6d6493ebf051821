import type { GoTrueClient } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openSite, PASSWORD, PUBLIC_URL, refusal, type Site } from './support/fixture.ts'
import { openProviderSite } from './support/provider-site.ts'
import { errorOf } from './support/redirects.ts'

const { site: plain, database, idp, settings } = await openProviderSite()
// Lets the users in as the product does its admins.
await plain.sql.unsafe(`
  create function public.may_try(event jsonb) returns jsonb language sql as
    $$ select jsonb_build_object('allowed', exists (
      select from auth.users u where u.id = (event ->> 'user_id')::uuid and u.email like 'admin%')) $$;
  create function public.no_gmail(event jsonb) returns jsonb language plpgsql as
    $$ begin
      delete from auth.flow_state;
      return case when event -> 'user' ->> 'email' like '%@gmail.test'
        then '{"error": {"http_code": 403, "message": "Not with this domain."}}'::jsonb else '{}' end;
    end $$;
  grant execute on function public.may_try(jsonb), public.no_gmail(jsonb) to supabase_auth_admin`)
const hooks = {
  providerTrial: { schema: 'public', name: 'may_try' },
  beforeUserCreated: { schema: 'public', name: 'no_gmail' },
}
const site = await openSite(database, { sendMail: false, settings: { ...settings, hooks } })

interface Tab {
  browser: GoTrueClient
  id: string
  headers: { authorization: string }
}

async function signedIn(email: string): Promise<Tab> {
  const id = await site.addUser(email)
  const browser = site.browser()
  const { data } = await browser.signInWithPassword({ email, password: PASSWORD })
  return { browser, id, headers: { authorization: `Bearer ${data.session?.access_token}` } }
}

let admin: Tab
beforeEach(async () => {
  admin = await signedIn('admin@example.org')
})

const begin = ({ headers }: Pick<Tab, 'headers'>, provider = 'keycloak', at: Site = site) =>
  at.send('POST', '/user/provider-trials', { body: { provider }, headers })
const read = ({ headers }: Pick<Tab, 'headers'>, code: string) =>
  site.send('POST', '/user/provider-trials/answer', { body: { code }, headers })

async function urlOf(response: Response): Promise<string> {
  return z.object({ url: z.string() }).parse(await response.json()).url
}

/** From the provider back to where the browser ends up. */
async function comeBack(url: string, sub: string): Promise<URL> {
  const callback = await idp.signIn(url, sub)
  const response = await site.send('GET', `/callback${callback.search}`)
  return new URL(response.headers.get('location') ?? '')
}

const codeIn = (target: URL) => target.searchParams.get('provider_trial') ?? ''

async function trial(tab: Tab, sub: string): Promise<unknown> {
  return (await read(tab, codeIn(await comeBack(await urlOf(await begin(tab)), sub)))).json()
}

/** All that a sign-in would write. */
const written = async () => [
  await site.sql`select id, email, raw_user_meta_data, last_sign_in_at, updated_at from auth.users order by id`,
  await site.sql`select provider_id from auth.identities`,
  await site.sql`select id from auth.sessions`,
]

describe('a trial sign-in at a provider', () => {
  test('shows each claim and what becomes of it, and changes nothing', async () => {
    const before = await written()
    expect(await trial(admin, 'ada')).toEqual({
      provider: 'keycloak',
      claims: expect.arrayContaining([
        { name: 'sub', value: 'ada' },
        { name: 'email', value: 'ada@example.org' },
        { name: 'email_verified', value: 'true' },
        { name: 'name', value: 'Ada' },
      ]),
      address: { email: 'ada@example.org', verified: true, rule: 'email_verified' },
      name: 'Ada',
      picture: null,
      outcome: { kind: 'new' },
    })
    expect(await written()).toEqual(before)
    expect(await site.sql`select from auth.provider_trials`).toHaveLength(0)
  })

  test.each([
    [
      'the caller',
      { sub: 'x', email: 'Admin@example.org', email_verified: true },
      { kind: 'own', keeps: null },
    ],
    ['a member', { sub: 'x', email: 'member@example.org', email_verified: true }, { kind: 'member' }],
    [
      'a banned member',
      { sub: 'x', email: 'banned@example.org', email_verified: true },
      { kind: 'refused', code: 'user_banned' },
    ],
    [
      'an address that nobody vouches for',
      { sub: 'x', email: 'member@example.org', email_verified: false },
      { kind: 'refused', code: 'provider_email_needs_verification' },
    ],
    ['no address', { sub: 'x' }, { kind: 'refused', code: 'provider_email_missing' }],
    [
      'an address that the product refuses',
      { sub: 'x', email: 'new@gmail.test', email_verified: true },
      { kind: 'refused', message: 'Not with this domain.' },
    ],
  ])('says what a sign-in would come to: %s', async (_who, user, outcome) => {
    await site.addUser('member@example.org')
    await site.addUser('banned@example.org', { banned: true })
    idp.users.set('x', user)
    expect(await trial(admin, 'x')).toMatchObject({ outcome })
  })

  test('says which address an account keeps when the provider has another one for its user', async () => {
    idp.users.set('x', { sub: 'x', email: 'married@example.org', email_verified: true })
    await site.sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values ('x', ${admin.id}, '{"sub": "x"}', 'keycloak')`
    expect(await trial(admin, 'x')).toMatchObject({ outcome: { kind: 'own', keeps: 'admin@example.org' } })
  })

  test('takes back what the product writes when it is asked about a new user', async () => {
    await site.send('GET', '/authorize?provider=keycloak')
    expect(await trial(admin, 'ada')).toMatchObject({ outcome: { kind: 'new' } })
    expect(await site.sql`select from auth.flow_state`).toHaveLength(1)
  })

  test('says why the provider refused, in its words', async () => {
    const url = new URL(await urlOf(await begin(admin)))
    const state = url.searchParams.get('state') ?? ''
    const query = new URLSearchParams({
      error: 'access_denied',
      error_description: 'Not assigned',
      state,
      iss: idp.issuer,
    })
    const back = await site.send('GET', `/callback?${query}`)
    const answer = await read(admin, codeIn(new URL(back.headers.get('location') ?? '')))
    expect(await answer.json()).toEqual({ provider: 'keycloak', failure: 'access_denied: Not assigned' })
  })
})

describe('a trial is refused', () => {
  test('to visitors, to members who are no admins, and where the product has no such hook', async () => {
    const member = await signedIn('member@example.org')
    expect((await begin({ headers: { authorization: 'Bearer x' } })).status).toBe(403)
    expect(await refusal(await begin(member))).toMatchObject({ status: 403, code: 'not_admin' })
    expect(await refusal(await begin(admin, 'keycloak', plain))).toMatchObject({
      status: 403,
      code: 'not_admin',
    })
    expect(await refusal(await begin(admin, 'nowhere'))).toMatchObject({ code: 'provider_disabled' })
    expect(await site.sql`select from auth.provider_trials`).toHaveLength(0)
  })

  test('to an admin whose second factor is missing', async () => {
    await site.sql`
      insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed) values (${admin.id}, 'totp', 'verified', 'x')`
    expect(await refusal(await begin(admin))).toMatchObject({ status: 403, code: 'insufficient_aal' })
  })
})

describe('against an attacker, a trial', () => {
  test('shows nothing of another person who finishes it', async () => {
    const attacker = await signedIn('admin.evil@example.org')
    const url = await urlOf(await begin(attacker))
    const victim = await signedIn('victim@example.org')
    const target = await comeBack(url, 'ada')
    // The code is in the browser of the victim alone, whose session did not begin the trial.
    expect(target.origin).toBe(PUBLIC_URL)
    expect(await refusal(await read(victim, codeIn(target)))).toMatchObject({ status: 404 })
    const state = new URL(url).searchParams.get('state') ?? ''
    for (const guess of ['', state, target.href]) {
      expect(await refusal(await read(attacker, guess))).toMatchObject({
        status: 404,
        code: 'flow_state_not_found',
      })
    }
    // Not in another session of the admin either.
    const elsewhere = site.browser()
    const { data } = await elsewhere.signInWithPassword({
      email: 'admin.evil@example.org',
      password: PASSWORD,
    })
    const other = { headers: { authorization: `Bearer ${data.session?.access_token}` } }
    expect((await read(other, codeIn(target))).status).toBe(404)
  })

  test('takes no state and no code twice, nor late', async () => {
    const callback = await idp.signIn(await urlOf(await begin(admin)), 'ada')
    const first = await site.send('GET', `/callback${callback.search}`)
    const again = await site.send('GET', `/callback${callback.search}`)
    expect(errorOf(new URL(again.headers.get('location') ?? ''))).toBe('bad_oauth_state')
    const code = codeIn(new URL(first.headers.get('location') ?? ''))
    expect((await read(admin, code)).status).toBe(200)
    expect((await read(admin, code)).status).toBe(404)

    const late = await idp.signIn(await urlOf(await begin(admin)), 'ada')
    await site.sql`update auth.provider_trials set created_at = now() - interval '16 minutes'`
    const response = await site.send('GET', `/callback${late.search}`)
    expect(errorOf(new URL(response.headers.get('location') ?? ''))).toBe('bad_oauth_state')
    const slow = await comeBack(await urlOf(await begin(admin)), 'ada')
    await site.sql`update auth.provider_trials set created_at = now() - interval '16 minutes'`
    expect((await read(admin, codeIn(slow))).status).toBe(404)
  })

  test('gives no session, and is gone with the session that began it', async () => {
    const target = await comeBack(await urlOf(await begin(admin)), 'ada')
    expect(target.href).not.toMatch(/access_token|[?&]code=/)
    const body = { auth_code: codeIn(target), code_verifier: 'v'.repeat(43) }
    const exchanged = await site.send('POST', '/token?grant_type=pkce', { body })
    expect(await refusal(exchanged)).toMatchObject({ code: 'flow_state_not_found' })
    expect(await site.sql`select email from auth.users`).toEqual([{ email: 'admin@example.org' }])
    await admin.browser.signOut()
    expect(await site.sql`select from auth.provider_trials`).toHaveLength(0)
  })

  test('leads the browser only where links may lead', async () => {
    const path = '/user/provider-trials?redirect_to=https%3A%2F%2Fevil.test'
    const begun = await site.send('POST', path, { body: { provider: 'keycloak' }, headers: admin.headers })
    expect((await comeBack(await urlOf(begun), 'ada')).origin).toBe(PUBLIC_URL)
  })
})
