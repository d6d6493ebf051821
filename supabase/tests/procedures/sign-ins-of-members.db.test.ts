import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, outcomeOf, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from auth.sessions`
  await stage.admin`delete from auth.mfa_factors`
  await stage.admin`delete from public.security_audit_log`
  await stage.admin`delete from auth.audit_log_entries`
})

/** Signs somebody in; with a factor at aal2. */
async function signIn(userId: string, factorId: string | null = null): Promise<void> {
  const id = randomUUID()
  await stage.auth`
    insert into auth.sessions (id, user_id, aal, factor_id)
    values (${id}, ${userId}, ${factorId === null ? 'aal1' : 'aal2'}, ${factorId})`
  const methods = factorId === null ? ['password'] : ['password', 'totp']
  for (const method of methods)
    await stage.auth`
      insert into auth.mfa_amr_claims (session_id, authentication_method) values (${id}, ${method})`
}

async function enrol(userId: string): Promise<string> {
  const id = randomUUID()
  await stage.auth`
    insert into auth.mfa_factors (id, user_id, factor_type, status, secret_sealed)
    values (${id}, ${userId}, 'totp', 'verified', ${Buffer.from('sealed')})`
  await stage.auth`
    insert into auth.mfa_recovery_codes (user_id, code_hash) values (${userId}, ${randomUUID()})`
  return id
}

const sessionsOf = (userId: string) =>
  stage.auth`select aal, factor_id from auth.sessions where user_id = ${userId}`

describe('end_member_sessions', () => {
  it('ends every session of the member and of nobody else, and both logs say who did it', async () => {
    await signIn(ID.user)
    await signIn(ID.user)
    await signIn(ID.viewer)
    await stage.as(
      'admin',
      async (tx) => {
        const [answer] = await tx`select public.end_member_sessions(${ID.user}) as ended`
        expect(answer).toEqual({ ended: 2 })
      },
      { keep: true },
    )
    expect(await sessionsOf(ID.user)).toHaveLength(0)
    expect(await sessionsOf(ID.viewer)).toHaveLength(1)
    const log = await stage.admin`
      select user_id, resource_id, details, source from public.security_audit_log
      where action = 'member_sessions_ended'`
    expect(log.map((row) => ({ ...row }))).toEqual([
      { user_id: ID.admin, resource_id: ID.user, details: { sessions: 2 }, source: 'server' },
    ])
    const [operators] = await stage.admin`select payload from auth.audit_log_entries`
    expect(operators?.['payload']).toMatchObject({
      action: 'session_ended',
      actor_id: ID.admin,
      user_id: ID.user,
    })
  })

  it('says why it refuses', async () => {
    const call = (id: string) => `select public.end_member_sessions('${id}')`
    await expect(stage.as('manager', (tx) => tx.unsafe(call(ID.user)))).rejects.toThrow(
      'Only administrators can manage how members sign in.',
    )
    await expect(stage.as('admin', (tx) => tx.unsafe(call(ID.admin)))).rejects.toThrow(
      'You manage your own sessions and second factors in your security settings.',
    )
    await expect(stage.as('admin', (tx) => tx.unsafe(call(ID.rival)))).rejects.toThrow(
      'There is no such member in your account.',
    )
  })

  it('says so where the auth server offers no such thing', async () => {
    const refused = stage.admin.begin(async (tx) => {
      await tx`revoke execute on function auth.end_sessions(uuid, uuid) from cairn_definer`
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ID.admin })}, true)`
      await tx`select public.end_member_sessions(${ID.user})`
    })
    await expect(refused).rejects.toThrow(
      'This server does not let administrators change how members sign in.',
    )
  })

  it('is done before or not at all by an admin who is demoted at the same moment', async () => {
    await signIn(ID.user)
    const demotion = await stage.admin.reserve()
    await demotion`begin`
    await demotion`update public.account_members set permission_level = 'user' where user_id = ${ID.admin}`
    const attempt = stage.as('admin', (tx) =>
      outcomeOf(tx.unsafe(`select public.end_member_sessions('${ID.user}')`)),
    )
    await stage.untilWaiting(1)
    await demotion`commit`
    demotion.release()
    expect(await attempt).toEqual({ refused: '42501' })
    await stage.admin`update public.account_members set permission_level = 'admin' where user_id = ${ID.admin}`
    expect(await sessionsOf(ID.user)).toHaveLength(1)
  })
})

describe('remove_member_second_factor', () => {
  it('removes factors and recovery codes; sessions that used one go on without it', async () => {
    await signIn(ID.user, await enrol(ID.user))
    await signIn(ID.manager, await enrol(ID.manager))
    await stage.as(
      'admin',
      async (tx) => {
        const [answer] = await tx`select public.remove_member_second_factor(${ID.user}) as removed`
        expect(answer).toEqual({ removed: 1 })
      },
      { keep: true },
    )
    expect((await sessionsOf(ID.user)).map((row) => ({ ...row }))).toEqual([{ aal: 'aal1', factor_id: null }])
    expect(await sessionsOf(ID.manager)).toMatchObject([{ aal: 'aal2' }])
    const left = await stage.auth`
      select f.user_id, c.user_id is not null as has_codes
      from auth.mfa_factors f left join auth.mfa_recovery_codes c on c.user_id = f.user_id`
    expect(left.map((row) => ({ ...row }))).toEqual([{ user_id: ID.manager, has_codes: true }])
    const methods = await stage.auth`
      select c.authentication_method as method from auth.mfa_amr_claims c
      join auth.sessions s on s.id = c.session_id where s.user_id = ${ID.user}`
    expect(methods.map(({ method }) => method)).toEqual(['password'])
    const [entry] = await stage.admin`
      select user_id, resource_id, details from public.security_audit_log
      where action = 'member_second_factor_removed'`
    expect(entry).toEqual({ user_id: ID.admin, resource_id: ID.user, details: { factors: 1 } })
  })

  it('answers 0 for somebody without one', async () => {
    const [answer] = await stage.as(
      'admin',
      (tx) => tx`select public.remove_member_second_factor(${ID.viewer}) as removed`,
    )
    expect(answer).toEqual({ removed: 0 })
  })
})
