import type { GoTrueClient } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTestSite, PASSWORD, refusal, tokenHashIn } from './support/fixture.ts'

/**
 * Proofs that a session has to give before it creates longer-lived access, and the programs that end when its person
 * takes the account back.
 */
const { site, mailbox } = await openTestSite({
  settings: { hooks: { endPrograms: { schema: 'public', name: 'end_programs' } } },
})
await site.sql.unsafe(`
  create table public.ended (event jsonb);
  create function public.end_programs(event jsonb) returns jsonb language plpgsql as
    $$ begin insert into public.ended values (event); return '{}'; end $$;
  grant insert on public.ended to supabase_auth_admin`)

let email = ''
let tests = 0

beforeEach(async () => {
  for (const table of ['auth.users', 'auth.rate_limits', 'public.ended'])
    await site.sql`delete from ${site.sql(table)}`
  tests += 1
  email = `ada${tests}@example.org`
  await site.addUser(email)
})

async function signIn(): Promise<GoTrueClient> {
  const browser = site.browser()
  expect((await browser.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  return browser
}

async function as(browser: GoTrueClient, method: string, path: string, body?: unknown): Promise<Response> {
  const { data } = await browser.getSession()
  const headers = { authorization: `Bearer ${data.session?.access_token}` }
  return site.send(method, path, body === undefined ? { headers } : { headers, body })
}

const grow = (minutes: number) =>
  site.sql`update auth.mfa_amr_claims set updated_at = updated_at - make_interval(mins => ${minutes})`

async function isProven(messagesCount: boolean | null = null): Promise<boolean> {
  const rows = await site.sql<{ proven: boolean }[]>`
    select auth.is_recently_proven(s.id, ${messagesCount}) as proven from auth.sessions s`
  return rows.some(({ proven }) => proven)
}

describe('a session is recently proven', () => {
  test.each([
    ['password', 9, true],
    ['password', 11, false],
    ['passkey', 9, true],
    ['oauth', 9, true],
    ['sso/saml', 9, true],
    ['totp', 0, false],
    ['mfa/phone', 0, false],
    ['mfa/webauthn', 0, false],
    ['recovery_code', 0, false],
    ['otp', 0, false],
    ['magiclink', 0, false],
    ['recovery', 0, false],
    ['email/signup', 0, false],
    ['invite', 0, false],
    ['email_change', 0, false],
  ] as const)('by %s %i minutes ago: %s', async (method, minutes, proven) => {
    await signIn()
    await site.sql`update auth.users set email_confirmed_at = now() - interval '1 day'`
    await site.sql`update auth.mfa_amr_claims set authentication_method = ${method}`
    await grow(minutes)
    expect(await isProven()).toBe(proven)
  })

  test.each([
    ['where there is no password', `encrypted_password = null`, null],
    ['where the address was confirmed just now', `email_confirmed_at = now()`, null],
    ['for a new password', `email_confirmed_at = now() - interval '1 day'`, true],
  ])('by a message %s', async (_where, change, messagesCount) => {
    await signIn()
    await site.sql`update auth.users set email_confirmed_at = now() - interval '1 day'`
    await site.sql.unsafe(`update auth.users set ${change}`)
    await site.sql`update auth.mfa_amr_claims set authentication_method = 'otp'`
    expect(await isProven(messagesCount)).toBe(true)
    await grow(11)
    expect(await isProven(messagesCount)).toBe(false)
  })

  test('again when its person types the password, of which five wrong ones are the most', async () => {
    const browser = await signIn()
    await grow(60)
    const prove = (current_password: string) => as(browser, 'POST', '/reauthenticate', { current_password })
    for (let guessed = 0; guessed < 4; guessed += 1)
      expect(await refusal(await prove('a guess'))).toMatchObject({ code: 'current_password_invalid' })
    expect(await isProven()).toBe(false)
    expect((await prove(PASSWORD)).status).toBe(200)
    expect(await isProven()).toBe(true)
    await grow(11)
    for (let guessed = 0; guessed < 5; guessed += 1) await prove('a guess')
    expect(await refusal(await prove(PASSWORD))).toMatchObject({ status: 429 })
    expect(await isProven()).toBe(false)
  })
})

describe('programs end', () => {
  const ended = async () =>
    (await site.sql<{ event: Record<string, unknown> }[]>`select event from public.ended`).map(
      ({ event }) => [event['reason'], event['keeps_former'], event['since'] === null],
    )

  test.each([
    ['/logout', 'logout', false],
    ['/logout?scope=global', 'logout', false],
    ['/logout?scope=others', 'logout', false],
    ['/logout?scope=others&keep_programs=true', 'logout', true],
  ] as const)('with POST %s', async (path, reason, keeps) => {
    expect((await as(await signIn(), 'POST', path)).status).toBe(204)
    expect(await ended()).toEqual([[reason, keeps, true]])
  })

  test('not when one session alone ends', async () => {
    await as(await signIn(), 'POST', '/logout?scope=local')
    expect(await ended()).toEqual([])
  })

  test.each([
    [{}, false],
    [{ keep_programs: false }, false],
    [{ keep_programs: true }, true],
  ])('with a new password and %j', async (choice, keeps) => {
    const body = { password: 'an entirely new one', ...choice }
    expect((await as(await signIn(), 'PUT', '/user', body)).status).toBe(200)
    expect(await ended()).toEqual([['password_changed', keeps, true]])
  })

  test.each([
    [{}, false],
    [{ keep_programs: true }, true],
  ])('with the link of a mail and %j, from the change on in any case', async (choice, keeps) => {
    await as(await signIn(), 'PUT', '/user', { password: 'an entirely new one', keep_programs: true })
    const token_hash = tokenHashIn((await mailbox.next(email)).text)
    const undo = await site.send('POST', '/security-changes/undo', { body: { token_hash, ...choice } })
    expect(undo.status).toBe(200)
    expect((await ended()).at(-1)).toEqual(['undone', keeps, false])
  })
})
