import { testDatabase } from '@cairn/testing/test-database'
import type { GoTrueClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSite, PUBLIC_URL, refusal, type Site } from './support/fixture.ts'
import {
  addClient,
  bodyOf,
  codeFor,
  exchange,
  OAUTH_SERVER,
  post,
  refresh,
  signedInBrowser,
  type TestClient,
  type TokenAnswer,
  textOf,
} from './support/oauth-site.ts'

let site: Site
const database = await testDatabase('auth')

beforeAll(async () => {
  site = await openSite(database, {
    sendMail: false,
    settings: { oauthServer: OAUTH_SERVER, passkeys: { name: 'Cairn' } },
  })
  await site.addUser('ada@example.org')
})

afterAll(async () => {
  await site.close()
  await database.drop()
})

let client: TestClient
let ada: GoTrueClient
let answer: TokenAnswer
let accessToken: string
let refreshToken: string

const badGrant = { status: 400, body: { error: 'invalid_grant' } }
const scope = 'openid profile email systems:read'

beforeEach(async () => {
  await site.sql`delete from auth.sessions`
  await site.sql`delete from auth.oauth_clients`
  client = await addClient(site)
  ada = await signedInBrowser(site, 'ada@example.org')
  answer = await exchange(site, client, await codeFor(site, ada, client, { scope }))
  accessToken = textOf(answer, 'access_token')
  refreshToken = textOf(answer, 'refresh_token')
})

const asBearer = (method: string, path: string, token = accessToken, body?: unknown) =>
  site.send(method, path, {
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  })

async function expectEnded(): Promise<void> {
  expect(await refusal(await asBearer('GET', '/user'))).toMatchObject({ code: 'session_not_found' })
  expect(await refresh(site, client, refreshToken)).toMatchObject(badGrant)
  expect((await ada.getUser()).error).toBeNull()
}

describe('a refresh token', () => {
  test('brings another pair, for as much or for less', async () => {
    const next = await refresh(site, client, refreshToken)
    expect(next.body).toMatchObject({ scope })
    const less = await refresh(site, client, textOf(next, 'refresh_token'), { scope: 'openid' })
    expect(less.body).toMatchObject({ scope: 'openid' })
    const more = await refresh(site, client, textOf(less, 'refresh_token'), { scope: 'systems:write' })
    expect(more).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
    const again = await refresh(site, client, textOf(less, 'refresh_token'))
    expect(again.body).toMatchObject({ scope })
  })

  test('ends the session when it comes again after its successor was used', async () => {
    const second = await refresh(site, client, refreshToken)
    await refresh(site, client, textOf(second, 'refresh_token'))
    expect(await refresh(site, client, refreshToken)).toMatchObject(badGrant)
    await expectEnded()
    expect(site.events).toContainEqual(expect.objectContaining({ kind: 'refresh-token-reused' }))
  })

  test('is worth nothing to another client, nor to a browser, and theirs nothing to it', async () => {
    const other = await addClient(site, { client_name: 'Other' })
    expect(await refresh(site, other, refreshToken)).toMatchObject(badGrant)
    const asBrowser = await site.send('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: refreshToken },
    })
    expect(await refusal(asBrowser)).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
    const { data } = await ada.getSession()
    expect(await refresh(site, client, data.session?.refresh_token ?? '')).toMatchObject(badGrant)
    expect(await refresh(site, client, refreshToken)).toMatchObject({ status: 200 })
  })

  test('brings no scope that the operator has taken from the client', async () => {
    const body = { scope: 'openid' }
    const changed = await site.send('PUT', `/admin/oauth/clients/${client.id}`, { asAdmin: true, body })
    expect(changed.status).toBe(200)
    const after = await refresh(site, client, refreshToken)
    expect(after).toMatchObject({ status: 200, body: { scope: 'openid' } })
    const token = textOf(after, 'access_token')
    expect(await site.auth.verifyAccessToken(token)).toMatchObject({ scope: 'openid', email: '' })
  })

  test('is not given to a client that did not register for it, and its session ends with the token', async () => {
    const short = await addClient(site, { grant_types: ['authorization_code'] })
    const given = await exchange(site, short, await codeFor(site, ada, short))
    expect(given.body).not.toHaveProperty('refresh_token')
    const [row] = await site.sql`
      select not_after - created_at as "lasts" from auth.sessions where oauth_client_id = ${short.id}`
    expect(row).toEqual({ lasts: '01:00:00' })
  })
})

describe('a client ends its tokens', () => {
  test.each(['access_token', 'refresh_token'])('both with the %s', async (name) => {
    const revoked = await post(site, '/oauth/revoke', { client_id: client.id, token: textOf(answer, name) })
    expect(revoked).toEqual({ status: 200, body: {} })
    await expectEnded()
  })

  test('and no others: not those of another client, nor those of a browser', async () => {
    const other = await addClient(site, { client_name: 'Other' })
    const foreign = await post(site, '/oauth/revoke', { client_id: other.id, token: refreshToken })
    expect(foreign).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    const { data } = await ada.getSession()
    const tokens = ['nonsense', data.session?.access_token ?? '', data.session?.refresh_token ?? '']
    for (const token of tokens)
      expect(await post(site, '/oauth/revoke', { client_id: client.id, token })).toMatchObject({
        status: 200,
      })
    expect((await ada.getUser()).error).toBeNull()
    expect(await refresh(site, client, refreshToken)).toMatchObject({ status: 200 })
  })
})

describe('a person', () => {
  test('sees the apps that they connected, and ends one', async () => {
    const listed = await ada.oauth.listGrants()
    expect(listed.data).toEqual([
      {
        client: { id: client.id, name: 'Report Builder', uri: '', logo_uri: '' },
        scopes: ['openid', 'profile', 'email', 'systems:read'],
        granted_at: expect.any(String),
        last_used_at: expect.any(String),
        registration_type: 'manual',
      },
    ])
    const { code, verifier } = await codeFor(site, ada, client)
    expect(await ada.oauth.revokeGrant({ clientId: client.id })).toEqual({ data: {}, error: null })
    expect((await ada.oauth.listGrants()).data).toEqual([])
    await expectEnded()
    expect(await exchange(site, client, { code, verifier })).toMatchObject(badGrant)
    expect((await ada.oauth.revokeGrant({ clientId: client.id })).error).toMatchObject({
      code: 'oauth_consent_not_found',
    })
  })

  test('does not find apps among the browsers where they are signed in', async () => {
    const { data } = await ada.getSession()
    const sessions = await bodyOf(await asBearer('GET', '/user/sessions', data.session?.access_token))
    expect(sessions['sessions']).toHaveLength(1)
  })

  test('ends apps too by signing out everywhere', async () => {
    await ada.signOut({ scope: 'global' })
    expect(await refresh(site, client, refreshToken)).toMatchObject(badGrant)
  })
})

describe('an app', () => {
  test.each([
    ['PUT', '/user', { password: 'another horse battery' }],
    ['PUT', '/user', { data: { name: 'Eve' } }],
    ['GET', '/user/sessions', undefined],
    ['GET', '/user/oauth/grants', undefined],
    ['POST', '/logout?scope=global', undefined],
    ['POST', '/factors', { factor_type: 'totp' }],
    ['GET', '/factors/recovery-codes', undefined],
    ['GET', '/reauthenticate', undefined],
    ['GET', '/passkeys', undefined],
    ['POST', '/passkeys/registration/options', {}],
    ['GET', '/user/identities/authorize?provider=github', undefined],
  ])('may not %s %s', async (method, path, body) => {
    expect(await refusal(await asBearer(method, path, accessToken, body))).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
    })
    expect((await ada.getUser()).error).toBeNull()
  })

  test('reads of its person what they gave, at /user and at /oauth/userinfo', async () => {
    const user = await bodyOf(await asBearer('GET', '/user'))
    expect(user).toMatchObject({ email: 'ada@example.org', identities: [], app_metadata: {} })
    const info = await bodyOf(await asBearer('GET', '/oauth/userinfo'))
    expect(info).toMatchObject({ sub: user['id'], email: 'ada@example.org', email_verified: true })
    const less = await exchange(site, client, await codeFor(site, ada, client, { scope: 'openid' }))
    const token = textOf(less, 'access_token')
    expect(await bodyOf(await asBearer('POST', '/oauth/userinfo', token))).toEqual({ sub: user['id'] })
    expect(await bodyOf(await asBearer('GET', '/user', token))).toMatchObject({ email: '' })
  })

  test('does not learn who signed in without openid', async () => {
    const none = await exchange(site, client, await codeFor(site, ada, client, { scope: 'systems:read' }))
    const response = await asBearer('GET', '/oauth/userinfo', textOf(none, 'access_token'))
    expect(response.status).toBe(403)
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
    expect((await asBearer('GET', '/oauth/userinfo', 'nonsense')).status).toBe(401)
  })
})

describe('a token for a resource', () => {
  test('opens that and nothing else', async () => {
    const audience = `${PUBLIC_URL}/mcp`
    const given = await codeFor(site, ada, client, { resource: audience })
    const token = textOf(await exchange(site, client, given, { resource: audience }), 'access_token')
    expect(await site.auth.verifyAccessToken(token, audience)).toMatchObject({ aud: audience })
    await expect(site.auth.verifyAccessToken(token)).rejects.toThrow('JWT not in audience')
    await expect(site.auth.verifyAccessToken(accessToken, audience)).rejects.toThrow('JWT not in audience')
    // Whichever was asked first is not remembered for the other.
    expect(await site.auth.verifyAccessToken(accessToken)).toMatchObject({ aud: 'authenticated' })
    await expect(site.auth.verifyAccessToken(accessToken, audience)).rejects.toThrow('JWT not in audience')
    await expect(site.auth.verifyAccessToken(token)).rejects.toThrow('JWT not in audience')
    expect((await asBearer('GET', '/user', token)).status).toBe(403)
  })

  test('stays for that resource when it is refreshed, and is ended by its client', async () => {
    const audience = `${PUBLIC_URL}/mcp`
    const first = await exchange(site, client, await codeFor(site, ada, client, { resource: audience }))
    const second = await refresh(site, client, textOf(first, 'refresh_token'))
    const token = textOf(second, 'access_token')
    expect(await site.auth.verifyAccessToken(token, audience)).toMatchObject({ aud: audience })
    const elsewhere = { resource: `${PUBLIC_URL}/rest/v1` }
    expect(await refresh(site, client, textOf(second, 'refresh_token'), elsewhere)).toMatchObject({
      status: 400,
      body: { error: 'invalid_target' },
    })
    await post(site, '/oauth/revoke', { client_id: client.id, token })
    expect(await refresh(site, client, textOf(second, 'refresh_token'))).toMatchObject(badGrant)
  })

  test('an id token opens nothing', async () => {
    const idToken = textOf(answer, 'id_token')
    await expect(site.auth.verifyAccessToken(idToken)).rejects.toThrow()
    await expect(site.auth.verifyAccessToken(idToken, client.id)).rejects.toThrow()
  })
})

test('a token request in another format, without a grant or with an unknown one is refused', async () => {
  const json = await site.send('POST', '/oauth/token', { body: { grant_type: 'password' } })
  expect(await bodyOf(json)).toMatchObject({ error: 'invalid_request' })
  const fields = { client_id: client.id }
  expect(await post(site, '/oauth/token', fields)).toMatchObject({ body: { error: 'invalid_request' } })
  expect(await post(site, '/oauth/token', { ...fields, grant_type: 'password' })).toMatchObject({
    body: { error: 'unsupported_grant_type' },
  })
})
