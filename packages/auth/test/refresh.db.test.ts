import { testDatabase } from '@cairn/testing/test-database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openSite, PASSWORD, refusal, type Site } from './support/fixture.ts'
import { untilAnswered } from './support/until-answered.ts'

let site: Site
const database = await testDatabase('auth')

beforeAll(async () => {
  site = await openSite(database, { sendMail: false })
  await site.addUser('ada@example.org')
})

afterAll(async () => {
  await site.close()
  await database.drop()
})

let first: string
let accessToken: string

beforeEach(async () => {
  await site.sql`delete from auth.sessions`
  const { data } = await site.browser().signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
  first = data.session?.refresh_token ?? ''
  accessToken = data.session?.access_token ?? ''
})

function refresh(refresh_token: unknown): Promise<Response> {
  return site.send('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
}

async function successor(token: string): Promise<string> {
  const response = await untilAnswered(() => refresh(token))
  expect(response.status).toBe(200)
  return z.object({ refresh_token: z.string() }).parse(await response.json()).refresh_token
}

/** As if the last rotation had been that long ago. */
async function letPass(seconds: number): Promise<void> {
  await site.sql`update auth.sessions set refreshed_at = refreshed_at - make_interval(secs => ${seconds})`
}

const sessions = () => site.sql`select * from auth.sessions`

test('a refresh token brings a new pair, and the session stays the same', async () => {
  const [before] = await sessions()
  const second = await successor(first)
  expect(second).not.toBe(first)
  expect(await successor(second)).not.toBe(second)
  expect((await sessions()).map((session) => session['id'])).toEqual([before?.['id']])
})

test('ten tabs that refresh at the same moment all get the same successor', async () => {
  const tokens = await Promise.all(Array.from({ length: 10 }, () => successor(first)))
  expect(new Set(tokens).size).toBe(1)
  expect(tokens[0]).not.toBe(first)
  expect(await successor(tokens[0] ?? '')).not.toBe(tokens[0])
})

test('a client whose answer got lost gets it again within 10 s', async () => {
  const second = await successor(first)
  await letPass(9)
  expect(await successor(first)).toBe(second)
})

describe('ends the whole session, its access tokens included:', () => {
  async function expectEnded(token: string): Promise<void> {
    const response = await refresh(token)
    expect(await refusal(response)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    expect(await sessions()).toHaveLength(0)
    const user = await site.send('GET', '/user', { headers: { authorization: `Bearer ${accessToken}` } })
    expect(await refusal(user)).toMatchObject({ status: 403, code: 'session_not_found' })
  }

  test('the token before the current one, after 10 s', async () => {
    const second = await successor(first)
    await letPass(11)
    await expectEnded(first)
    expect(await refusal(await refresh(second))).toMatchObject({ code: 'refresh_token_not_found' })
    expect(site.events).toContainEqual(expect.objectContaining({ kind: 'refresh-token-reused' }))
  })

  test('a token four generations old, however quickly it was done', async () => {
    let token = first
    for (let generation = 0; generation < 4; generation += 1) token = await successor(token)
    await expectEnded(first)
  })
})

describe('is refused', () => {
  test.each([
    ['nonsense', 'nonsense'],
    ['nothing that was issued here', Buffer.alloc(57, 1).toString('base64url')],
    ['a NUL', 'a\0'],
  ])('%s', async (_what, token) => {
    expect(await refusal(await refresh(token))).toMatchObject({
      status: 400,
      code: 'refresh_token_not_found',
    })
  })

  test.each([null, undefined, '', 7, { a: 1 }])('%j', async (token) => {
    expect(await refusal(await refresh(token))).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('every change of a single character', async () => {
    for (const at of [0, 5, 20, 30, 40, 70]) {
      const changed = first.slice(0, at) + (first[at] === 'A' ? 'B' : 'A') + first.slice(at + 1)
      expect(await refusal(await refresh(changed))).toMatchObject({ code: 'refresh_token_not_found' })
    }
    expect(await sessions()).toHaveLength(1)
  })

  test('a token of another installation', async () => {
    const other = await openSite(await testDatabase('auth'), {
      secret: new Uint8Array(32).fill(9),
      sendMail: false,
    })
    await other.addUser('ada@example.org')
    const { data } = await other
      .browser()
      .signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
    const foreign = await refresh(data.session?.refresh_token)
    expect(await refusal(foreign)).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
    await other.close()
  })

  test('a token whose session has ended', async () => {
    await site.browser().admin.signOut(accessToken, 'local')
    expect(await refusal(await refresh(first))).toMatchObject({
      status: 400,
      code: 'refresh_token_not_found',
    })
  })

  test('a session past its end', async () => {
    await site.sql`update auth.sessions set not_after = now() - interval '1 second'`
    expect(await refusal(await refresh(first))).toMatchObject({ status: 400, code: 'session_expired' })
  })

  test('a banned user, without using up the token', async () => {
    await site.sql`update auth.users set banned_until = now() + interval '1 hour'`
    expect(await refusal(await refresh(first))).toMatchObject({ status: 400, code: 'user_banned' })
    await site.sql`update auth.users set banned_until = null`
    expect(await successor(first)).not.toBe(first)
  })
})

test('[CLIENT-18] a database that is locked up is no reason to sign users out', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const holder = site.sql.begin(async (tx) => {
    await tx`select from auth.sessions for update`
    const response = await refresh(first)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    release()
  })
  await released
  await holder
  expect(await successor(first)).not.toBe(first)
})
