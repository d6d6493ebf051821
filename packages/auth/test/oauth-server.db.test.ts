import { testDatabase } from '@cairn/testing/test-database'
import type { GoTrueClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSite, PASSWORD, PUBLIC_URL, refusal, type Site } from './support/fixture.ts'
import {
  addClient,
  agree,
  authorizeQuery,
  begin,
  bodyOf,
  CALLBACK,
  codeFor,
  exchange,
  OAUTH_SERVER,
  pkce,
  post,
  signedInBrowser,
  type TestClient,
  textOf,
} from './support/oauth-site.ts'

let site: Site
const database = await testDatabase('auth')

beforeAll(async () => {
  site = await openSite(database, { sendMail: false, settings: { oauthServer: OAUTH_SERVER } })
  await site.addUser('ada@example.org')
  await site.addUser('ben@example.org')
})

afterAll(async () => {
  await site.close()
  await database.drop()
})

let client: TestClient
let ada: GoTrueClient

beforeEach(async () => {
  await site.sql`delete from auth.sessions`
  await site.sql`delete from auth.oauth_clients`
  client = await addClient(site)
  ada = await signedInBrowser(site, 'ada@example.org')
})

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const authorize = (query: string, headers = {}) => site.send('GET', `/oauth/authorize?${query}`, { headers })

describe('a person who agrees', () => {
  test('learns what is asked for, and is sent back with a code that brings a token', async () => {
    const { verifier, challenge } = pkce()
    const id = await begin(site, authorizeQuery(client, challenge))
    const { data } = await ada.oauth.getAuthorizationDetails(id)
    expect(data).toEqual({
      authorization_id: id,
      redirect_uri: CALLBACK,
      client: { id: client.id, name: 'Report Builder', uri: '', logo_uri: '' },
      user: { id: expect.any(String), email: 'ada@example.org' },
      scope: 'openid email systems:read',
      registration_type: 'manual',
      audience: 'authenticated',
    })
    const back = await agree(ada, id)
    expect(back.href).toMatch(`${CALLBACK}?code=`)
    expect(back.searchParams.get('state')).toBe('state of the client')
    expect(back.searchParams.get('iss')).toBe(`${PUBLIC_URL}/auth/v1`)
    const answer = await exchange(site, client, { code: back.searchParams.get('code') ?? '', verifier })
    expect(answer).toMatchObject({
      status: 200,
      body: { token_type: 'bearer', expires_in: 3_600, scope: 'openid email systems:read' },
    })
    const claims = await site.auth.verifyAccessToken(textOf(answer, 'access_token'))
    expect(claims).toMatchObject({
      aud: 'authenticated',
      client_id: client.id,
      scope: 'openid email systems:read',
      email: 'ada@example.org',
      user_metadata: {},
    })
    expect(decodeJwt(textOf(answer, 'id_token'))).toMatchObject({
      iss: `${PUBLIC_URL}/auth/v1`,
      aud: client.id,
      sub: claims.sub,
      email: 'ada@example.org',
      email_verified: true,
    })
  })

  test('gives an app that asks for nothing a token that says so, and shows nothing of the person', async () => {
    const answer = await exchange(site, client, await codeFor(site, ada, client, { scope: null }))
    const claims = await site.auth.verifyAccessToken(textOf(answer, 'access_token'))
    expect(claims).toMatchObject({ scope: '', email: '', user_metadata: {}, app_metadata: {} })
    expect(answer.body).not.toHaveProperty('id_token')
  })

  test('is not asked again about as much by a client of the operator, unless it wants that', async () => {
    await codeFor(site, ada, client)
    const ask = (changes = {}) => begin(site, authorizeQuery(client, pkce().challenge, changes))
    const again = await ada.oauth.getAuthorizationDetails(await ask({ scope: 'openid' }))
    expect(again.data).toEqual({ redirect_url: expect.stringContaining('code=') })
    for (const changes of [{ scope: 'openid systems:write' }, { prompt: 'consent' }]) {
      const { data } = await ada.oauth.getAuthorizationDetails(await ask(changes))
      expect(data).toHaveProperty('authorization_id')
    }
  })

  test('is asked each time where another program can take the answer: on the same machine', async () => {
    const native = { redirect_uri: 'http://127.0.0.1:52011/callback' }
    const desktop = await addClient(site, {
      redirect_uris: ['http://127.0.0.1/callback', 'com.example.app:/cb'],
    })
    await codeFor(site, ada, desktop, native)
    for (const changes of [native, { redirect_uri: 'com.example.app:/cb' }]) {
      const id = await begin(site, authorizeQuery(desktop, pkce().challenge, changes))
      expect((await ada.oauth.getAuthorizationDetails(id)).data).toHaveProperty('authorization_id', id)
    }
  })

  test('is asked each time by a client that added itself', async () => {
    const added = await site.send('POST', '/oauth/clients/register', {
      body: { client_name: 'Anybody', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    })
    const anybody = { id: String((await bodyOf(added))['client_id']), secret: null }
    await codeFor(site, ada, anybody)
    const id = await begin(site, authorizeQuery(anybody, pkce().challenge))
    expect((await ada.oauth.getAuthorizationDetails(id)).data).toMatchObject({ registration_type: 'dynamic' })
  })
})

describe('an app that would write', () => {
  const writing = { scope: 'systems:read systems:write' }
  const grow = () => site.sql`update auth.mfa_amr_claims set updated_at = updated_at - interval '11 minutes'`

  /** Starts a request and checks that the person is asked. Returns its ID. */
  async function asked(): Promise<string> {
    const id = await begin(site, authorizeQuery(client, pkce().challenge, writing))
    expect((await ada.oauth.getAuthorizationDetails(id)).data).toHaveProperty('authorization_id')
    return id
  }
  async function approve(id: string, more = {}): Promise<Response> {
    const { data } = await ada.getSession()
    return site.send('POST', `/oauth/authorizations/${id}/consent`, {
      ...bearer(data.session?.access_token ?? ''),
      body: { action: 'approve', ...more },
    })
  }

  test('is not let in by a session of an hour ago, but by its password', async () => {
    const id = await asked()
    await grow()
    expect(await refusal(await approve(id))).toMatchObject({ code: 'reauthentication_needed' })
    expect(await site.sql`select from auth.oauth_consents`).toHaveLength(0)
    expect(await refusal(await approve(id, { current_password: 'a guess' }))).toMatchObject({
      code: 'current_password_invalid',
    })
    expect((await approve(id, { current_password: PASSWORD })).status).toBe(200)
    expect(await site.sql`select kind from auth.security_changes`).toEqual([{ kind: 'app_connected' }])
  })

  test('is asked about again, though its person agreed before, when the sign-in is long ago', async () => {
    expect((await approve(await asked())).status).toBe(200)
    const again = await begin(site, authorizeQuery(client, pkce().challenge, writing))
    expect((await ada.oauth.getAuthorizationDetails(again)).data).toHaveProperty('redirect_url')
    await grow()
    await asked()
  })

  test('is not hindered where it reads alone', async () => {
    await grow()
    const id = await begin(site, authorizeQuery(client, pkce().challenge, { scope: 'systems:read' }))
    await ada.oauth.getAuthorizationDetails(id)
    expect((await approve(id)).status).toBe(200)
  })
})

describe('connected apps', () => {
  const consents = async () => (await site.sql`select from auth.oauth_consents`).count
  const apps = async () => (await site.sql`select from auth.sessions where oauth_client_id is not null`).count

  test.each([
    ['/logout?scope=others', 0],
    ['/logout?scope=others&keep_programs=true', 1],
    ['/logout', 0],
    ['/logout?keep_programs=true', 1],
  ])('after POST %s are %i', async (path, left) => {
    await exchange(site, client, await codeFor(site, ada, client))
    const { data } = await ada.getSession()
    expect((await site.send('POST', path, bearer(data.session?.access_token ?? ''))).status).toBe(204)
    expect([await consents(), await apps()]).toEqual([left, left])
  })
})

test('a person who refuses is sent back with access_denied, and cannot agree after', async () => {
  const id = await begin(site, authorizeQuery(client, pkce().challenge))
  await ada.oauth.getAuthorizationDetails(id)
  const { data } = await ada.oauth.denyAuthorization(id, { skipBrowserRedirect: true })
  const back = new URL(data?.redirect_url ?? '')
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    error: 'access_denied',
    state: 'state of the client',
  })
  expect((await ada.oauth.approveAuthorization(id)).error).toMatchObject({ code: 'validation_failed' })
})

describe('a decision is refused', () => {
  test('to everyone but the person who first looked', async () => {
    const id = await begin(site, authorizeQuery(client, pkce().challenge))
    const ben = await signedInBrowser(site, 'ben@example.org')
    expect((await ben.oauth.approveAuthorization(id)).error).toMatchObject({
      code: 'oauth_authorization_not_found',
    })
    await ada.oauth.getAuthorizationDetails(id)
    for (const refused of [
      await ben.oauth.getAuthorizationDetails(id),
      await ben.oauth.approveAuthorization(id),
    ])
      expect(refused.error).toMatchObject({ status: 404, code: 'oauth_authorization_not_found' })
  })

  test('after a quarter of an hour', async () => {
    const id = await begin(site, authorizeQuery(client, pkce().challenge))
    await site.sql`update auth.oauth_authorizations set expires_at = now()`
    expect((await ada.oauth.getAuthorizationDetails(id)).error).toMatchObject({
      code: 'oauth_authorization_not_found',
    })
  })

  test('without a session, or with the token of an app', async () => {
    const answer = await exchange(site, client, await codeFor(site, ada, client))
    const id = await begin(site, authorizeQuery(client, pkce().challenge))
    const path = `/oauth/authorizations/${id}`
    expect((await site.send('GET', path)).status).toBe(401)
    const asApp = await site.send('GET', path, bearer(textOf(answer, 'access_token')))
    expect(await refusal(asApp)).toMatchObject({ status: 403, code: 'insufficient_scope' })
  })

  test('before the second factor was shown', async () => {
    const id = await begin(site, authorizeQuery(client, pkce().challenge))
    await site.sql`
      insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed)
      select id, 'totp', 'verified', 'x' from auth.users
      where email = 'ada@example.org'`
    const { error } = await ada.oauth.getAuthorizationDetails(id)
    await site.sql`delete from auth.mfa_factors`
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  })
})

describe('a request is refused here, and sent nowhere:', () => {
  test.each([
    ['an unknown client', { client_id: '7b1e8a52-0f7e-4b0e-9f61-6d1f3c0a8f11' }, 'invalid_client'],
    ['no client', { client_id: null }, 'invalid_request'],
    ['no address to go back to', { redirect_uri: null }, 'invalid_redirect_uri'],
    ['one that begins like it', { redirect_uri: `${CALLBACK}/evil` }, 'invalid_redirect_uri'],
    ['one that is part of it', { redirect_uri: 'https://app.test/' }, 'invalid_redirect_uri'],
    ['one in capitals', { redirect_uri: 'https://app.test/Callback' }, 'invalid_redirect_uri'],
    ['one with a query', { redirect_uri: `${CALLBACK}?next=evil` }, 'invalid_redirect_uri'],
    ['one at another host', { redirect_uri: 'https://app.test.evil.test/callback' }, 'invalid_redirect_uri'],
    ['one with a user', { redirect_uri: 'https://app.test@evil.test/callback' }, 'invalid_redirect_uri'],
    [
      'one with a backslash',
      { redirect_uri: 'https://app.test\\@evil.test/callback' },
      'invalid_redirect_uri',
    ],
    ['one with a tab', { redirect_uri: `${CALLBACK}\t` }, 'invalid_redirect_uri'],
    ['one with a slash more', { redirect_uri: `${CALLBACK}/` }, 'invalid_redirect_uri'],
    ['a client with a NUL in its name', { client_id: '\u0000' }, 'invalid_client'],
  ])('%s', async (_what, changes, error) => {
    const query = authorizeQuery(client, pkce().challenge, changes)
    const response = await authorize(query)
    expect(response.status).toBe(400)
    expect(await bodyOf(response)).toMatchObject({ error })
    const page = await authorize(query, { accept: 'text/html,application/xhtml+xml' })
    const shown = new URL(page.headers.get('location') ?? '')
    expect(shown.origin + shown.pathname).toBe(`${PUBLIC_URL}/oauth/consent`)
    expect(shown.searchParams.get('problem')).toBe(error)
  })

  test('a field that comes twice', async () => {
    const query = `${authorizeQuery(client, pkce().challenge)}&redirect_uri=https://evil.test/`
    expect(await bodyOf(await authorize(query))).toMatchObject({ error: 'invalid_request' })
  })
})

const FAULTS = [
  ['of a response type that is not supported', { response_type: 'token' }, 'unsupported_response_type'],
  ['of a response mode that is not supported', { response_mode: 'form_post' }, 'invalid_request'],
  ['that PKCE is missing', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
  ['that plain PKCE protects nothing', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['that the method of PKCE is missing', { code_challenge_method: null }, 'invalid_request'],
  ['of a scope that is not offered', { scope: 'openid admin' }, 'invalid_scope'],
  ['of a resource that is none of ours', { resource: 'https://evil.test/mcp' }, 'invalid_target'],
  ['that nobody agrees unasked', { prompt: 'none' }, 'login_required'],
  ['that request objects are not supported', { request: 'eyJ' }, 'invalid_request'],
  ['of a state that is too long', { state: 's'.repeat(4_097) }, 'invalid_request'],
  ['of a state that cannot be stored', { state: 'a\u0000b' }, 'invalid_request'],
  ['of a nonce that cannot be stored', { nonce: 'a\u0000b' }, 'invalid_request'],
] as const

describe('a client that the operator added is told', () => {
  test.each(FAULTS)('%s', async (_what, changes, error) => {
    const response = await authorize(authorizeQuery(client, pkce().challenge, changes))
    const back = new URL(response.headers.get('location') ?? '')
    expect(back.origin + back.pathname).toBe(CALLBACK)
    const { state } = { state: 'state of the client', ...changes }
    const iss = `${PUBLIC_URL}/auth/v1`
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state, iss })
  })
})

describe('a visitor is told here, and not sent on to a client that nobody checked,', () => {
  let anybody: TestClient
  beforeEach(async () => {
    const added = await site.send('POST', '/oauth/clients/register', {
      body: { client_name: 'Anybody', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    })
    anybody = { id: String((await bodyOf(added))['client_id']), secret: null }
    await site.sql`delete from auth.rate_limits`
  })

  test.each(FAULTS)('%s', async (_what, changes, error) => {
    const query = authorizeQuery(anybody, pkce().challenge, changes)
    const page = await authorize(query, { accept: 'text/html' })
    const shown = new URL(page.headers.get('location') ?? '')
    expect(shown.origin + shown.pathname).toBe(`${PUBLIC_URL}/oauth/consent`)
    expect(Object.fromEntries(shown.searchParams)).toEqual({ problem: error })
    const response = await authorize(query)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    expect(await bodyOf(response)).toMatchObject({ error })
  })
})

test('a client that an earlier version let register a scheme of programs sends nobody there', async () => {
  const redirect_uri = 'ms-msdt:/id'
  const id = await begin(site, authorizeQuery(client, pkce().challenge))
  await site.sql`
    update auth.oauth_clients set redirect_uris = ${[redirect_uri]} where id = ${client.id}`
  await site.sql`update auth.oauth_authorizations set redirect_uri = ${redirect_uri} where id = ${id}`
  const response = await authorize(authorizeQuery(client, pkce().challenge, { redirect_uri }))
  expect(response.status).toBe(400)
  expect(await bodyOf(response)).toMatchObject({ error: 'invalid_redirect_uri' })
  expect((await ada.oauth.getAuthorizationDetails(id)).error).toMatchObject({
    code: 'oauth_authorization_not_found',
  })
})

describe('a code', () => {
  const badGrant = { status: 400, body: { error: 'invalid_grant' } }

  test('ends the session that it began when it comes twice', async () => {
    const given = await codeFor(site, ada, client)
    const first = await exchange(site, client, given)
    const token = textOf(first, 'access_token')
    expect((await site.send('GET', '/user', bearer(token))).status).toBe(200)
    expect(await exchange(site, client, given)).toMatchObject(badGrant)
    expect(await refusal(await site.send('GET', '/user', bearer(token)))).toMatchObject({
      code: 'session_not_found',
    })
    const after = await post(site, '/oauth/token', {
      grant_type: 'refresh_token',
      client_id: client.id,
      refresh_token: textOf(first, 'refresh_token'),
    })
    expect(after).toMatchObject(badGrant)
    expect(site.events).toContainEqual(expect.objectContaining({ kind: 'oauth-code-reused' }))
  })

  test('brings at most one pair when ten requests exchange it at once, and that pair ends', async () => {
    const given = await codeFor(site, ada, client)
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(site, client, given)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await site.sql`select from auth.sessions where oauth_client_id is not null`).toHaveLength(0)
  })

  test('is worth nothing to another client, and nothing is lost by its try', async () => {
    const other = await addClient(site, { client_name: 'Other' })
    const given = await codeFor(site, ada, client)
    expect(await exchange(site, other, given)).toMatchObject(badGrant)
    expect(await exchange(site, client, given)).toMatchObject({ status: 200 })
    expect(await exchange(site, other, given)).toMatchObject(badGrant)
    expect(await site.sql`select from auth.sessions where oauth_client_id is not null`).toHaveLength(1)
  })

  test('works for a minute', async () => {
    const given = await codeFor(site, ada, client)
    await site.sql`update auth.oauth_authorizations set code_expires_at = now()`
    expect(await exchange(site, client, given)).toMatchObject(badGrant)
  })

  test('needs the verifier of the browser that began', async () => {
    const given = await codeFor(site, ada, client)
    const wrong = pkce().verifier
    expect(await exchange(site, client, { ...given, verifier: wrong })).toMatchObject(badGrant)
    expect(await exchange(site, client, { ...given, verifier: '' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
  })

  test('needs the same address and the same resource', async () => {
    const given = await codeFor(site, ada, client)
    const elsewhere = await exchange(site, client, given, { redirect_uri: 'https://evil.test/' })
    expect(elsewhere).toMatchObject(badGrant)
    const target = await exchange(site, client, given, { resource: `${PUBLIC_URL}/mcp` })
    expect(target).toMatchObject({ status: 400, body: { error: 'invalid_target' } })
  })

  test('is worth nothing after the person signed out', async () => {
    const given = await codeFor(site, ada, client)
    await ada.signOut({ scope: 'local' })
    expect(await exchange(site, client, given)).toMatchObject(badGrant)
  })

  test('is worth nothing to a client of a banned person', async () => {
    const given = await codeFor(site, ada, client)
    await site.sql`update auth.users set banned_until = '2100-01-01' where email = 'ada@example.org'`
    const answer = await exchange(site, client, given)
    await site.sql`update auth.users set banned_until = null`
    expect(answer).toMatchObject(badGrant)
  })

  test('is stored as a hash, like a secret', async () => {
    const confidential = await addClient(site, { token_endpoint_auth_method: 'client_secret_post' })
    const { code } = await codeFor(site, ada, confidential)
    const rows = await site.sql`
      select to_jsonb(a)::text || to_jsonb(c)::text as text
      from auth.oauth_authorizations a join auth.oauth_clients c on c.id = a.client_id`
    const text = rows.map((row) => String(row['text'])).join()
    expect(text).not.toContain(code)
    expect(text).not.toContain(confidential.secret)
  })
})

describe('a client with a secret', () => {
  const refused = { status: 401, body: { error: 'invalid_client' } }

  test('has to send it, in the way it registered', async () => {
    const basic = await addClient(site, { token_endpoint_auth_method: 'client_secret_basic' })
    const given = await codeFor(site, ada, basic)
    const header = (secret: string | null) => ({
      authorization: `Basic ${Buffer.from(`${basic.id}:${secret}`).toString('base64')}`,
    })
    const fields = {
      grant_type: 'authorization_code',
      code: given.code,
      code_verifier: given.verifier,
    }
    expect(await exchange(site, { ...basic, secret: null }, given)).toMatchObject(refused)
    expect(await exchange(site, basic, given)).toMatchObject({
      status: 401,
      body: { error_description: expect.stringContaining('registered client_secret_basic') },
    })
    expect(await exchange(site, { ...basic, secret: 'wrong' }, given)).toMatchObject({
      status: 401,
      body: { error_description: expect.not.stringContaining('client_secret_basic') },
    })
    expect(await post(site, '/oauth/token', fields, header('wrong'))).toMatchObject(refused)
    expect(
      await post(site, '/oauth/token', { ...fields, client_id: client.id }, header(basic.secret)),
    ).toMatchObject(refused)
    expect(await post(site, '/oauth/token', fields, header(basic.secret))).toMatchObject({ status: 200 })
  })

  test('has another after it was renewed', async () => {
    const before = await addClient(site, { token_endpoint_auth_method: 'client_secret_post' })
    const renewed = await site.admin().oauth.regenerateClientSecret(before.id)
    const given = await codeFor(site, ada, before)
    expect(await exchange(site, before, given)).toMatchObject(refused)
    const after = { id: before.id, secret: renewed.data?.client_secret ?? '' }
    expect(await exchange(site, after, given)).toMatchObject({ status: 200 })
  })
})

test('without the settings there is no OAuth server', async () => {
  const without = await openSite(database, { sendMail: false })
  for (const path of ['/oauth/authorize?client_id=x', '/.well-known/openid-configuration'])
    expect((await without.send('GET', path)).status).toBe(404)
  expect(without.auth.wellKnown).toBeNull()
  await without.close()
})
