import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID, type Person } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

interface Entry {
  action: string
  user_id: string | null
  resource_id: string | null
  details: unknown
}

/** The entries that an admin reads in the log after a moment, newest first. */
const entriesSince = (tx: postgres.ISql, moment: string) => tx<Entry[]>`
  select action, user_id, resource_id, details from public.security_audit_log
  where created_at > ${moment}::text::timestamptz and source = 'server'
  order by created_at`

/** The entries that an admin reads after an actor's statements; all is rolled back. */
async function logged(actor: Person, ...statements: string[]): Promise<Entry[]> {
  return stage.as(actor, async (tx) => {
    const [clock] = await tx<{ moment: string }[]>`select clock_timestamp()::text as moment`
    for (const statement of statements) await tx.unsafe(statement)
    await become(tx, { id: ID.deputy })
    return [...(await entriesSince(tx, clock?.moment ?? ''))].map((entry) => ({ ...entry }))
  })
}

describe('the log has, whatever the browser reports', () => {
  it('[DATA-43] of a new level: who, whose, from what to what', async () => {
    const raise = `update public.account_members set permission_level = 'manager' where user_id = '${ID.viewer}'`
    expect(await logged('admin', raise)).toEqual([
      {
        action: 'permission_updated',
        user_id: ID.admin,
        resource_id: ID.viewer,
        details: { new_permission: 'manager', old_permission: 'viewer' },
      },
    ])
  })

  it('of no level that stays the same', async () => {
    const same = `update public.account_members set department = 'Design' where user_id = '${ID.viewer}'`
    expect(await logged('admin', same)).toEqual([])
  })

  it('of a member who was removed, and of one who left', async () => {
    const remove = (id: string) => `delete from public.account_members where user_id = '${id}'`
    expect(await logged('admin', remove(ID.viewer))).toMatchObject([
      {
        action: 'member_removed',
        user_id: ID.admin,
        resource_id: ID.viewer,
        details: { permission: 'viewer' },
      },
    ])
    const left = (await logged('admin', remove(ID.admin))).filter(({ action }) => action.startsWith('member'))
    expect(left).toMatchObject([{ action: 'member_left', user_id: ID.admin, resource_id: ID.admin }])
  })

  it('of an invitation that was sent, and of one that was revoked, without the address', async () => {
    const invite = `insert into public.pending_invitations (email, name, permission_level)
      values ('new@else.test', 'New', 'user')`
    const [sent, ...others] = await logged('admin', invite)
    expect(sent).toMatchObject({
      action: 'invitation_created',
      user_id: ID.admin,
      details: { permission: 'user' },
    })
    expect(others).toEqual([])
    const revoke = `update public.pending_invitations set declined_at = now() where id = '${ID.invitation}'`
    expect(await logged('admin', revoke)).toMatchObject([
      { action: 'invitation_revoked', user_id: ID.admin, resource_id: ID.invitation },
    ])
  })

  it('[OPEN-21] of an invitation that was accepted, and of who joined by it', async () => {
    const [row] = await stage.admin`select private.invitation_token(${ID.invitationOfUnplaced}) as token`
    const accept = `select public.accept_invitation('${String(row?.['token'])}', 'lou@gmail.com')`
    expect(await logged('unplaced', accept)).toMatchObject([
      {
        action: 'member_joined',
        user_id: ID.unplaced,
        resource_id: ID.unplaced,
        details: { permission: 'manager' },
      },
      { action: 'invitation_accepted', user_id: ID.unplaced, resource_id: ID.invitationOfUnplaced },
    ])
  })

  it('of a feature that was switched, and not of one that was saved as it was', async () => {
    const turn = (enabled: boolean) =>
      `update public.app_features set enabled = ${enabled} where feature_name = 'agents'`
    expect(await logged('admin', turn(false), turn(false))).toEqual([
      { action: 'feature_updated', user_id: ID.admin, resource_id: 'agents', details: { enabled: false } },
    ])
  })

  it('of new appearance settings, and not of those that were saved as they were', async () => {
    const save = `update public.appearance_settings set account_name = 'Acme Works', updated_at = now()`
    expect(await logged('admin', save, save)).toMatchObject([
      { action: 'appearance_updated', user_id: ID.admin, details: { account_name: 'Acme Works' } },
    ])
  })

  it('of a deleted record, by name', async () => {
    expect(await logged('manager', `delete from public.systems where id = '${ID.ledger}'`)).toEqual([
      { action: 'system_deleted', user_id: ID.manager, resource_id: ID.ledger, details: { name: 'Ledger' } },
    ])
  })

  it('of nothing that was refused', async () => {
    const raise = `update public.account_members set permission_level = 'admin' where user_id = '${ID.colleague}'`
    expect(await logged('user', raise)).toEqual([])
  })
})

describe('an act of the auth server', () => {
  /** The new entries in the log of Acme after work that is kept. */
  async function loggedAfter(
    work: () => Promise<unknown>,
  ): Promise<(Entry & { ip_address: string | null })[]> {
    const [clock] = await stage.admin<{ moment: string }[]>`select clock_timestamp()::text as moment`
    await work()
    return stage.as('admin', async (tx) => {
      const rows = await tx<(Entry & { ip_address: string | null })[]>`
        select action, user_id, resource_id, details, ip_address::text from public.security_audit_log
        where created_at > ${clock?.moment ?? ''}::text::timestamptz order by created_at`
      return [...rows].map((row) => ({ ...row }))
    })
  }

  async function attempt(email: string, valid: boolean, ip: string): Promise<void> {
    const event = JSON.stringify({ user_id: null, valid, metadata: { email, ip_address: ip } })
    await stage.auth`select public.password_verification_attempt(${event}::text::jsonb)`
  }

  it('[DATA-42] a failed sign-in is in the log of the member, with its network', async () => {
    expect(await loggedAfter(() => attempt('vic@acme.test', false, '198.51.100.20'))).toEqual([
      {
        action: 'failed_login',
        user_id: ID.viewer,
        resource_id: ID.viewer,
        details: {},
        ip_address: '198.51.100.20/32',
      },
    ])
  })

  it('a failure of an unknown address, or of another account’s member, is in no log of Acme', async () => {
    expect(await loggedAfter(() => attempt('nobody@acme.test', false, '198.51.100.21'))).toEqual([])
    expect(await loggedAfter(() => attempt('rex@rival.test', false, '198.51.100.21'))).toEqual([])
    expect(await loggedAfter(() => attempt('fay@acme.test', false, '198.51.100.21'))).toEqual([])
  })

  it('a sign-in stands there once, a password’s with where it came from', async () => {
    const signIn = async () => {
      await attempt('mia@acme.test', true, '198.51.100.22')
      await stage.auth`update auth.users set last_sign_in_at = now() where id = ${ID.manager}`
    }
    expect(await loggedAfter(signIn)).toEqual([
      {
        action: 'login_successful',
        user_id: ID.manager,
        resource_id: ID.manager,
        details: {},
        ip_address: '198.51.100.22/32',
      },
    ])
    const byLink = () => stage.auth`update auth.users set last_sign_in_at = now() where id = ${ID.user}`
    expect(await loggedAfter(byLink)).toMatchObject([{ action: 'login_successful', ip_address: null }])
  })

  it('a changed password stands there, and nothing of the password', async () => {
    const change = (hash: string) => stage.auth`
      update auth.users set encrypted_password = ${hash}, updated_at = now() where id = ${ID.user}`
    await change('first')
    expect(await loggedAfter(() => change('second'))).toMatchObject([
      { action: 'password_changed', user_id: ID.user, resource_id: ID.user, details: {} },
    ])
    expect(await loggedAfter(() => change('second'))).toEqual([])
  })

  it('[DATA-44] six failures at once give five entries and exactly one lock-out', async () => {
    const burst = async () => {
      const waiting: Promise<unknown>[] = []
      await stage.auth.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(hashtextextended('sign-in of cleo@acme.test', 0))`
        waiting.push(...Array.from({ length: 6 }, () => attempt('cleo@acme.test', false, '198.51.100.23')))
        await stage.untilWaiting(6)
      })
      await Promise.all(waiting)
    }
    const actions = (await loggedAfter(burst)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'failed_login')).toHaveLength(5)
    expect(actions.filter((action) => action === 'login_rate_limit_check')).toHaveLength(1)
    expect(actions).toHaveLength(6)
  })

  it('deleting a whole account does not fail on its own log', async () => {
    await stage.admin`delete from public.accounts where id = ${ID.rivals}`
    const left = await stage.admin`
      select from public.security_audit_log where account_id = ${ID.rivals}
      union all select from public.notifications where account_id = ${ID.rivals}`
    expect(left).toHaveLength(0)
  })
})
