import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { become, openStage, outcomeOf, type Stage } from '../support/stage.ts'
import { keepTurns } from '../support/turns.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const PEER = '203.0.113.9'
const TOO_MANY = { refused: 'PT429' } as const

/** The newest entry of the account, as one of its admins reads it. */
async function newestOf(tx: postgres.TransactionSql): Promise<Record<string, unknown> | undefined> {
  await become(tx, 'admin')
  const [row] = await tx`
    select user_id, action, resource_type, resource_id, details, user_agent, ip_address::text, source,
      age(clock_timestamp(), created_at) < '1 minute' as just_now
    from public.security_audit_log order by created_at desc limit 1`
  return row
}

describe('a report of a browser', () => {
  it('[CALL-56] [DATA-41] is marked as one, and says who, from where and when by the server’s word', async () => {
    const seen = await stage.as(
      'viewer',
      async (tx) => {
        await tx`
          insert into public.security_audit_log (account_id, user_id, action, resource_type, resource_id, details, user_agent)
          values (${ID.acme}, ${ID.admin}, 'logout', 'user_account', ${ID.admin}, '{}', 'Forged')`
        return newestOf(tx)
      },
      { from: PEER },
    )
    expect(seen).toEqual({
      user_id: ID.viewer,
      action: 'logout',
      resource_type: 'user_account',
      resource_id: ID.admin,
      details: {},
      user_agent: 'Tests',
      ip_address: `${PEER}/32`,
      source: 'browser',
      just_now: true,
    })
  })

  it('is refused from the 31st within a minute on, one by one or in one statement', async () => {
    const report = `insert into public.security_audit_log (action, resource_type)
      select 'profile_viewed', 'profile' from generate_series(1, `
    expect(await stage.outcome('user', `${report} 30)`)).toBe(30)
    expect(await stage.outcome('user', `${report} 31)`)).toEqual(TOO_MANY)
    await stage.as('user', (tx) => tx.unsafe(`${report} 30)`), { keep: true })
    await keepTurns(stage.admin)
    expect(await stage.outcome('user', `${report} 1)`)).toEqual(TOO_MANY)
    expect(await stage.outcome('user', passwordEvent('password_changed', 'high'))).toEqual(TOO_MANY)
    expect(await stage.outcome('manager', `${report} 1)`)).toBe(1)
  })

  it('is counted by no figure', async () => {
    const [before, after] = await stage.as('admin', async (tx) => {
      const figures = () =>
        tx`select public.get_security_overview() -> 'figures' ->> 'failed_sign_ins' as failed`
      const first = await figures()
      await tx`insert into public.security_audit_log (action, resource_type) values ('failed_login', 'user_account')`
      return [first, await figures()]
    })
    expect(after).toEqual(before)
  })

  it('with too much in it is refused', async () => {
    const report = `insert into public.security_audit_log (action, resource_type, details)
      values ('profile_viewed', 'profile', jsonb_build_object('x', repeat('x', 8000)))`
    expect(await stage.outcome('viewer', report)).toEqual({ refused: '23514' })
  })
})

function passwordEvent(action: string, severity: string, details = `'{}'`): string {
  return `select public.log_security_event_enhanced(
    p_action => '${action}', p_resource_type => 'user_account', p_severity => '${severity}', p_details => ${details})`
}

describe('log_security_event_enhanced', () => {
  it('[CALL-73] [GAP-19] [SEC-32] notes an attempt, a failure or a change with its severity', async () => {
    for (const [action, severity] of [
      ['password_change_attempted', 'medium'],
      ['password_change_failed', 'high'],
      ['password_changed', 'high'],
    ] as const) {
      const seen = await stage.as('viewer', async (tx) => {
        await tx.unsafe(passwordEvent(action, severity, `'{"reason": "test", "severity": "none"}'`))
        return newestOf(tx)
      })
      expect(seen).toMatchObject({
        action,
        user_id: ID.viewer,
        resource_id: ID.viewer,
        details: { reason: 'test', severity },
        source: 'browser',
      })
    }
  })

  it('takes nothing that is not on its lists', async () => {
    for (const call of [
      passwordEvent('login_successful', 'high'),
      passwordEvent('password_changed', 'low'),
      passwordEvent('password_changed', 'high', `'[1]'`),
      passwordEvent('password_changed', 'high', `'"text"'`),
      `select public.log_security_event_enhanced('password_changed', 'system', 'high')`,
      `select public.log_security_event_enhanced(null, 'user_account', 'high')`,
      `select public.log_security_event_enhanced('password_changed', 'user_account', null)`,
    ])
      expect(await stage.outcome('viewer', call), call).toEqual({ refused: '22023' })
  })

  it('takes no details as none', async () => {
    const seen = await stage.as('viewer', async (tx) => {
      await tx.unsafe(passwordEvent('password_changed', 'high', 'null'))
      return newestOf(tx)
    })
    expect(seen).toMatchObject({ details: { severity: 'high' } })
  })
})

describe('clean-up', () => {
  const CLEAN = 'select public.cleanup_expired_invitations_enhanced()'
  const arrangeOld = async () => {
    for (const days of [89, 91, 400])
      await stage.admin`
        insert into public.security_audit_log (account_id, action, resource_type, created_at)
        values (${ID.acme}, 'old', 'test', now() - ${days}::integer * interval '1 day'),
          (${ID.rivals}, 'old', 'test', now() - ${days}::integer * interval '1 day')`
  }
  const oldOf = async (account: string) =>
    (
      await stage.admin`select from public.security_audit_log where account_id = ${account} and action = 'old'`
    ).length

  it('removes what is older than 90 days of the caller’s own account, and notes it in the log', async () => {
    await arrangeOld()
    const newest = await stage.as(
      'admin',
      async (tx) => {
        await tx.unsafe(CLEAN)
        return newestOf(tx)
      },
      { keep: true },
    )
    expect(newest).toMatchObject({
      action: 'audit_log_cleaned',
      user_id: ID.admin,
      details: { removed: 2 },
      source: 'server',
    })
    expect([await oldOf(ID.acme), await oldOf(ID.rivals)]).toEqual([1, 3])
  })

  it('is refused to all but admins, and then removes nothing', async () => {
    await arrangeOld()
    const before = await oldOf(ID.acme)
    for (const actor of ['unplaced', 'viewer', 'user', 'manager'] as const)
      expect(await stage.as(actor, (tx) => outcomeOf(tx.unsafe(CLEAN)))).toEqual({ refused: '42501' })
    expect(await oldOf(ID.acme)).toBe(before)
  })
})
