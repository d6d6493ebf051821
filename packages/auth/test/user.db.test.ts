import { testDatabase } from '@cairn/testing/test-database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSite, PASSWORD, refusal, type Site } from './support/fixture.ts'

let site: Site
const database = await testDatabase('auth')
const EMAIL = 'ada@example.org'
let id: string
let token: string

beforeAll(async () => {
  site = await openSite(database, { sendMail: false })
})

afterAll(async () => {
  await site.close()
  await database.drop()
})

beforeEach(async () => {
  await site.sql`delete from auth.users`
  await site.sql`delete from auth.rate_limits`
  id = await site.addUser(EMAIL)
  token = await signIn()
})

async function signIn(password = PASSWORD): Promise<string> {
  const { data } = await site.browser().signInWithPassword({ email: EMAIL, password })
  return data.session?.access_token ?? ''
}

function as(bearer: string): Record<string, string> {
  return { authorization: `Bearer ${bearer}` }
}

function put(body: unknown, bearer = token): Promise<Response> {
  return site.send('PUT', '/user', { body, headers: as(bearer) })
}

async function isSignedIn(bearer: string): Promise<boolean> {
  const response = await site.send('GET', '/user', { headers: as(bearer) })
  if (response.status !== 200)
    expect(await refusal(response)).toMatchObject({ status: 403, code: 'session_not_found' })
  return response.status === 200
}

describe('GET /user, PUT /user and POST /logout', () => {
  test.each([
    ['GET', '/user'],
    ['PUT', '/user'],
    ['POST', '/logout'],
  ])('%s %s need a session', async (method, path) => {
    expect(await refusal(await site.send(method, path))).toMatchObject({
      status: 401,
      code: 'no_authorization',
    })
    for (const bearer of ['sb_publishable_test', 'nonsense']) {
      const response = await site.send(method, path, { headers: as(bearer) })
      expect(await refusal(response)).toMatchObject({ status: 403, code: 'bad_jwt' })
    }
    await site.sql`update auth.users set banned_until = now() + interval '1 hour'`
    if (path === '/user') {
      expect(await refusal(await site.send(method, path, { headers: as(token) }))).toMatchObject({
        code: 'user_banned',
      })
    }
    await site.sql`delete from auth.sessions`
    expect(await refusal(await site.send(method, path, { headers: as(token) }))).toMatchObject({
      status: 403,
      code: 'session_not_found',
    })
  })
})

describe('GET /user', () => {
  test('[DATA-01, DATA-03] shows the user in the protocol’s fields, and nothing to sign in with', async () => {
    const response = await site.send('GET', '/user', { headers: as(token) })
    const text = await response.text()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse(text)).toMatchObject({
      id,
      email: EMAIL,
      role: 'authenticated',
      phone: '',
      identities: [],
    })
    expect(text).not.toMatch(/password|\$2[aby]\$|_token/)
  })

  test('ends with the session, whatever the token says', async () => {
    await site.sql`update auth.sessions set not_after = now() - interval '1 second'`
    expect(await isSignedIn(token)).toBe(false)
  })
})

describe('POST /logout', () => {
  test.each([
    ['local', [false, true]],
    ['others', [true, false]],
    ['global', [false, false]],
  ] as const)('scope %s', async (scope, expected) => {
    const other = await signIn()
    const { error } = await site.browser().admin.signOut(token, scope)
    expect(error).toBeNull()
    expect([await isSignedIn(token), await isSignedIn(other)]).toEqual(expected)
  })

  test('ends only one’s own sessions', async () => {
    await site.addUser('grace@example.org')
    const grace = await site.browser().signInWithPassword({ email: 'grace@example.org', password: PASSWORD })
    await site.send('POST', '/logout', { headers: as(token) })
    expect(await isSignedIn(grace.data.session?.access_token ?? '')).toBe(true)
  })

  test('refuses a scope that it does not know, and ends nothing', async () => {
    for (const scope of ['everyone', 'toString']) {
      const response = await site.send('POST', `/logout?scope=${scope}`, { headers: as(token) })
      expect(await refusal(response)).toMatchObject({ status: 400, code: 'validation_failed' })
    }
    expect(await isSignedIn(token)).toBe(true)
  })
})

describe('PUT /user', () => {
  test('changes metadata key by key; null takes a key away', async () => {
    await put({ data: { name: 'Ada', avatar_url: 'https://example.org/a.png' } })
    const response = await put({ data: { name: 'Ada L.', avatar_url: null } })
    expect(JSON.parse(await response.text())).toMatchObject({ user_metadata: { name: 'Ada L.' } })
    const [row] = await site.sql`select raw_user_meta_data as data from auth.users`
    expect(row?.['data']).toEqual({ name: 'Ada L.' })
  })

  test.each([
    ['rights', { app_metadata: { role: 'admin' } }, 403, 'not_admin'],
    ['an address that is none', { email: 'eve@' }, 400, 'validation_failed'],
    ['a phone number', { phone: '+4915112345678' }, 400, 'phone_provider_disabled'],
    ['a short password', { password: 'short' }, 422, 'weak_password'],
    ['a password that is no string', { password: ['a'] }, 400, 'validation_failed'],
    ['metadata that is a list', { data: [] }, 400, 'validation_failed'],
    ['metadata beyond the limit', { data: { name: 'a'.repeat(9_000) } }, 400, 'validation_failed'],
    ['no object', '"text"', 400, 'validation_failed'],
    ['no JSON', '{', 400, 'bad_json'],
  ])('refuses %s, and changes nothing', async (_what, body, status, code) => {
    const before = await site.sql`select * from auth.users`
    expect(await refusal(await put(body))).toMatchObject({ status, code })
    expect(await site.sql`select * from auth.users`).toEqual(before)
  })

  test('metadata cannot grow beyond the limit bit by bit', async () => {
    expect((await put({ data: { one: 'a'.repeat(5_000) } })).status).toBe(200)
    expect(await refusal(await put({ data: { two: 'a'.repeat(5_000) } }))).toMatchObject({
      code: 'validation_failed',
    })
  })

  test('does not count the user’s own address as a change', async () => {
    expect((await put({ email: 'ADA@example.org', data: {} })).status).toBe(200)
  })

  test('ignores role, id and the like', async () => {
    expect(
      (await put({ role: 'service_role', id: 'x', email_confirmed_at: null, aud: 'admin' })).status,
    ).toBe(200)
    const [row] = await site.sql`select id, role, aud from auth.users`
    expect(row).toEqual({ id, role: 'authenticated', aud: 'authenticated' })
  })
})

describe('a user with much metadata', () => {
  test('has a token below 4 kB that carries the name, and keeps all of it', async () => {
    const metadata = { name: 'Ada Lovelace', notes: 'n'.repeat(7_000) }
    expect((await put({ data: metadata })).status).toBe(200)
    const bearer = await signIn()
    expect(bearer.length).toBeLessThan(4_096)
    const claims = await site.auth.verifyAccessToken(bearer)
    expect(claims.user_metadata).toEqual({ name: 'Ada Lovelace' })
    const user = await site.send('GET', '/user', { headers: as(bearer) })
    expect(await user.json()).toMatchObject({ user_metadata: metadata })
  })

  test('has a token below 4 kB when what is left fills it', async () => {
    const avatar = `https://example.org/${'a'.repeat(1_900)}`
    await put({
      data: { name: 'Ada', avatar_url: avatar, full_name: 'n'.repeat(300), notes: 'n'.repeat(4_000) },
    })
    const bearer = await signIn()
    expect(bearer.length).toBeGreaterThan(3_000)
    expect(bearer.length).toBeLessThan(4_096)
  })

  test('has all of it in the token as long as that is small', async () => {
    const metadata = { name: 'Ada', notes: 'n'.repeat(500) }
    await put({ data: metadata })
    expect((await site.auth.verifyAccessToken(await signIn())).user_metadata).toMatchObject(metadata)
  })
})
