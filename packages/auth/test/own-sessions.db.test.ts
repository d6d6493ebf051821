import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import type { GoTrueClient } from '@supabase/supabase-js'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { limitOldSessions } from '../src/store/housekeeping.ts'
import { openSite, openTestSite, PASSWORD, refusal, type Site } from './support/fixture.ts'

const { site, database } = await openTestSite({ smtpUrl: null, sendMail: false })
const pool = openPool({ target: database.authAdmin, size: 1, name: 'test' })
afterAll(() => pool.close())
const asAuthAdmin = privileged(pool).transaction
const EMAIL = 'ada@example.org'

beforeEach(async () => {
  await site.sql`delete from auth.users`
  await site.addUser(EMAIL)
})

async function signIn(email = EMAIL, at: Site = site): Promise<GoTrueClient> {
  const browser = at.browser()
  await browser.signInWithPassword({ email, password: PASSWORD })
  return browser
}

async function as(browser: GoTrueClient, method: string, path: string): Promise<Response> {
  const { data } = await browser.getSession()
  return site.send(method, path, { headers: { authorization: `Bearer ${data.session?.access_token}` } })
}

const listed = z.object({ sessions: z.array(z.looseObject({ id: z.string(), current: z.boolean() })) })

async function sessionsOf(browser: GoTrueClient) {
  return listed.parse(await (await as(browser, 'GET', '/user/sessions')).json()).sessions
}

describe('[OPEN-18] a user’s own sessions', () => {
  test('are listed with browser and address, and this one is marked', async () => {
    const here = await signIn()
    await signIn()
    await site.sql`update auth.sessions set user_agent = 'Firefox', ip = '198.51.100.7'`
    const sessions = await sessionsOf(here)
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(sessions[0]).toMatchObject({ user_agent: 'Firefox', ip: '198.51.100.7', aal: 'aal1' })
    expect(Object.keys(sessions[0] ?? {}).join()).not.toMatch(/token|counter/)
  })

  test('end at once, one by one', async () => {
    const here = await signIn()
    const otherBrowser = await signIn()
    const other = (await sessionsOf(here)).find(({ current }) => !current)
    expect((await as(here, 'DELETE', `/user/sessions/${other?.id}`)).status).toBe(200)
    expect((await as(otherBrowser, 'GET', '/user')).status).toBe(403)
    expect((await otherBrowser.refreshSession()).error?.code).toBe('refresh_token_not_found')
    expect((await here.getUser()).error).toBeNull()
  })

  test('are the caller’s own: those of other users are neither listed nor found', async () => {
    await site.addUser('eve@example.org')
    const ada = await signIn()
    const eve = await signIn('eve@example.org')
    const [mine] = await sessionsOf(ada)
    expect((await sessionsOf(eve)).map(({ id }) => id)).not.toContain(mine?.id)
    for (const id of [mine?.id, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
      const response = await as(eve, 'DELETE', `/user/sessions/${id}`)
      expect(await refusal(response)).toMatchObject({ status: 404, code: 'session_not_found' })
    }
    expect((await ada.getUser()).error).toBeNull()
  })

  test('need a session', async () => {
    for (const [method, path] of [
      ['GET', '/user/sessions'],
      ['DELETE', '/user/sessions/00000000-0000-4000-8000-000000000000'],
    ] as const) {
      expect(await refusal(await site.send(method, path))).toMatchObject({ status: 401 })
    }
  })
})

describe('sessions with limits', () => {
  const limited = (sessions: { timeboxSeconds: number | null; inactivitySeconds: number | null }) =>
    openSite(database, { sendMail: false, settings: { sessions } })

  const letPass = (seconds: number) => site.sql`
    update auth.sessions
    set not_after = not_after - make_interval(secs => ${seconds}), created_at = created_at - make_interval(secs => ${seconds})`

  test('end after their time, however often they are refreshed', async () => {
    const strict = await limited({ timeboxSeconds: 3_600, inactivitySeconds: null })
    const browser = await signIn(EMAIL, strict)
    await letPass(1_800)
    expect((await browser.refreshSession()).error).toBeNull()
    await letPass(1_801)
    expect((await as(browser, 'GET', '/user')).status).toBe(403)
    expect((await browser.refreshSession()).error?.code).toBe('session_expired')
    await strict.close()
  })

  test('end without a refresh, and go on with one', async () => {
    const strict = await limited({ timeboxSeconds: null, inactivitySeconds: 600 })
    const browser = await signIn(EMAIL, strict)
    for (let turn = 0; turn < 3; turn += 1) {
      await letPass(500)
      expect((await browser.refreshSession()).error).toBeNull()
    }
    await letPass(601)
    expect((await browser.refreshSession()).error?.code).toBe('session_expired')
    await strict.close()
  })

  test('get them too where they began before there were limits', async () => {
    await signIn()
    await site.sql`update auth.sessions set created_at = now() - interval '179 days', refreshed_at = now()`
    const limits = { timeboxSeconds: 180 * 86_400, inactivitySeconds: 30 * 86_400 }
    await asAuthAdmin((tx) => limitOldSessions(tx, limits))
    const [row] = await site.sql`select (not_after - created_at)::text as lasts from auth.sessions`
    expect(row).toMatchObject({ lasts: '180 days' })
  })

  test('have no end without them', async () => {
    await signIn()
    expect(await site.sql`select not_after from auth.sessions`).toEqual([{ not_after: null }])
  })
})
