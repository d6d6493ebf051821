import { openPool } from '@cairn/postgres/pool'
import type { GoTrueClient } from '@supabase/supabase-js'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openFactorSite } from './support/factor-site.ts'
import { refusal } from './support/fixture.ts'

const { site, database, signIn, enrol, as } = await openFactorSite()
const authenticator = openPool({ target: database.authenticator, size: 1, name: 'test' })
afterAll(() => authenticator.close())

describe('what a session at aal1 cannot do to a user with a factor', () => {
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

  test('read or write any data', async () => {
    const [half] = await site.sql<{ id: string }[]>`select id from auth.sessions where aal = 'aal1'`
    const [whole] = await site.sql<{ id: string }[]>`select id from auth.sessions where aal = 'aal2'`
    const enter = (id: string | undefined) =>
      authenticator.sql`select auth.require_session(${id ?? ''}::uuid)::text`
    await expect(enter(half?.id)).rejects.toMatchObject({
      code: '42501',
      message: 'The second factor is missing.',
    })
    await expect(enter(whole?.id)).resolves.toHaveLength(1)
  })
})
