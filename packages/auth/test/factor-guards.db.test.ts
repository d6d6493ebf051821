import { codeOfApp } from '@cairn/testing/authenticator'
import type { GoTrueClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openFactorSite } from './support/factor-site.ts'
import { PASSWORD, refusal } from './support/fixture.ts'

const { site, database, signIn, enrol, letCodesBeFresh, as } = await openFactorSite()
const authenticator = postgres({ ...database.authenticator, ssl: false, max: 1 })
afterAll(() => authenticator.end())

describe('a session at aal1 of a user with a factor cannot', () => {
  let thief: GoTrueClient
  let factor: { id: string; secret: string }

  beforeEach(async () => {
    factor = await enrol(await signIn())
    thief = await signIn()
  })

  test('change the password or the address', async () => {
    const before = await site.sql`select encrypted_password, email, email_change from auth.users`
    for (const change of [{ password: 'the thief’s one' }, { email: 'thief@example.org' }]) {
      expect((await thief.updateUser(change)).error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    }
    expect(await site.sql`select encrypted_password, email, email_change from auth.users`).toEqual(before)
  })

  test('[CALL-94] remove the factor, or enrol another one', async () => {
    expect((await thief.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    })
    const another = await thief.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' })
    expect(another.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    expect(await site.sql`select id from auth.mfa_factors`).toEqual([{ id: factor.id }])
  })

  test('make recovery codes, or count them', async () => {
    for (const method of ['GET', 'POST']) {
      expect(await refusal(await as(thief, method, '/factors/recovery-codes'))).toMatchObject({
        status: 403,
        code: 'insufficient_aal',
      })
    }
  })

  test('sign out all others and stay', async () => {
    const before = await site.sql`select id from auth.sessions order by id`
    const others = await as(thief, 'POST', '/logout?scope=others')
    expect(await refusal(others)).toMatchObject({ status: 403, code: 'insufficient_aal' })
    expect(await site.sql`select id from auth.sessions order by id`).toEqual(before)
  })

  test('read or write any data', async () => {
    const sessions = await site.sql<{ id: string; user_id: string; aal: string }[]>`
      select id, user_id, aal from auth.sessions`
    const enter = (aal: string) => {
      const session = sessions.find((one) => one.aal === aal)
      return authenticator`
        select auth.require_session(${session?.id ?? ''}::uuid, ${session?.user_id ?? ''}::uuid)::text`
    }
    await expect(enter('aal1')).rejects.toMatchObject({
      code: '42501',
      message: 'The second factor is missing.',
    })
    await expect(enter('aal2')).resolves.toHaveLength(1)
  })
})

test('signing out everywhere ends the sessions with a second factor too, which may be an attacker’s', async () => {
  const owner = await signIn()
  await enrol(owner)
  const half = await signIn()
  expect((await as(half, 'POST', '/logout?scope=global')).status).toBe(204)
  expect(await site.sql`select id from auth.sessions`).toHaveLength(0)
})

test('a factor that is shown again does not stand for the sign-in that a new password needs', async () => {
  const browser = await signIn()
  const { id, secret } = await enrol(browser)
  await site.sql`update auth.mfa_amr_claims set updated_at = updated_at - interval '1 hour'`
  await letCodesBeFresh()
  const shown = await browser.mfa.challengeAndVerify({ factorId: id, code: codeOfApp(secret) })
  expect(shown.error).toBeNull()
  const password = 'an entirely new one'
  expect((await browser.updateUser({ password })).error?.code).toBe('reauthentication_needed')
  const asked = await browser.updateUser({ password, current_password: PASSWORD })
  expect(asked.error).toBeNull()
})
