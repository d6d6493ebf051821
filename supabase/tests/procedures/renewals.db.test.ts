import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { retiredStatus } from '@cairn/workspace/rules/retired-status'
import type postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from public.notifications`
  await stage.admin`delete from private.renewals_told`
  await stage.admin`delete from public.app_features`
  for (const kind of CATALOGUE_KINDS)
    await stage.admin`update ${stage.admin(CATALOGUES[kind].table)} set renews_on = null, lifecycle = null`
  await stage.admin`
    update public.systems
    set owner_id = ${ID.user}, created_by = ${ID.manager}, invited_owner_id = null, status = 'active'
    where id = ${ID.ledger}`
})

/** The day of the contract in these tests, and moments before it. */
const ENDS = '2027-06-30'
const daysBefore = (days: number, time = '12:00Z') =>
  `${new Date(Date.parse(ENDS) - days * 86_400_000).toISOString().slice(0, 10)}T${time}`

const renew = (day: string | null = ENDS, id = ID.ledger) =>
  stage.admin`update public.systems set renews_on = ${day} where id = ${id}`

/** Runs the server's reminders at a moment; returns the number of records. */
async function tell(
  moment: string,
  sql: postgres.Sql | postgres.TransactionSql = stage.auth,
): Promise<number> {
  const [row] = await sql<{ told: number }[]>`
    select public.tell_of_renewals(moment => ${moment}, account => ${ID.acme}) as told`
  return row?.told ?? 0
}

/** The recipients and their reminders since the last look. */
async function toldNow() {
  const rows = await stage.admin<{ user_id: string; record_name: string | null; days: number }[]>`
    delete from public.notifications
    where kind = 'renewal_due'
    returning user_id, record_name, (payload ->> 'days')::integer as days`
  return rows.map(({ user_id, record_name, days }) => [user_id, record_name, days])
}
const LEDGER = (days: number, person: string = ID.user) => [person, 'Ledger', days]

describe('a reminder of a renewal', () => {
  it('comes 60, 30 and 7 days before, once each', async () => {
    await renew()
    const seen = []
    for (const days of [61, 60, 59, 31, 30, 29, 8, 7, 6, 0, -1]) {
      await tell(daysBefore(days))
      await tell(daysBefore(days))
      seen.push(...(await toldNow()))
    }
    expect(seen).toEqual([LEDGER(60), LEDGER(30), LEDGER(7)])
  })

  it('has the day, is the server’s doing, and is mailed', async () => {
    await renew()
    await tell(daysBefore(30))
    expect(
      await stage.admin`
        select actor_id, record_kind, record_id, payload, in_app, mail_due
        from public.notifications where kind = 'renewal_due'`,
    ).toMatchObject([
      {
        actor_id: null,
        record_kind: 'system',
        record_id: ID.ledger,
        payload: { renews_on: ENDS, days: 30 },
        in_app: true,
        mail_due: true,
      },
    ])
  })

  it('does not come to a member who has muted renewals', async () => {
    await stage.admin`
      insert into public.inbox_mutes (account_id, user_id, reason) values (${ID.acme}, ${ID.user}, 'renewal')`
    await renew()
    await tell(daysBefore(30))
    expect(await toldNow()).toEqual([])
    await stage.admin`delete from public.inbox_mutes where reason = 'renewal'`
    await tell(daysBefore(7))
    expect(await toldNow()).toEqual([LEDGER(7)])
  })

  it('of a record of a team goes to its lead and deputy, or to all members where the team says so', async () => {
    const [team] = await stage.admin<{ id: string }[]>`
      insert into public.teams (account_id, name, lead_id, deputy_id)
      values (${ID.acme}, 'Ledgers', ${ID.colleague}, ${ID.viewer}) returning id`
    await stage.admin`
      insert into public.team_members (account_id, team_id, user_id) values (${ID.acme}, ${team?.id ?? ''}, ${ID.manager})`
    await stage.admin`update public.systems set owner_id = null, team_id = ${team?.id ?? ''} where id = ${ID.ledger}`
    await renew()
    expect(await tell(daysBefore(60))).toBe(1)
    expect((await toldNow()).toSorted()).toEqual([LEDGER(60, ID.colleague), LEDGER(60, ID.viewer)].toSorted())
    await stage.admin`update public.teams set notices = 'all' where id = ${team?.id ?? ''}`
    expect(await tell(daysBefore(30))).toBe(1)
    expect((await toldNow()).toSorted()).toEqual(
      [ID.colleague, ID.viewer, ID.manager].map((person) => LEDGER(30, person)).toSorted(),
    )
    await stage.admin`delete from public.team_members where team_id = ${team?.id ?? ''}`
    expect(await tell(daysBefore(7))).toBe(1)
    expect(await toldNow()).toEqual([LEDGER(7, ID.manager)])
    await stage.admin`delete from public.teams where id = ${team?.id ?? ''}`
  })

  it('comes for the nearest step alone when the others were missed', async () => {
    await renew()
    expect(await tell(daysBefore(20))).toBe(1)
    expect(await tell(daysBefore(19))).toBe(0)
    expect(await toldNow()).toEqual([LEDGER(20)])
    await tell(daysBefore(7))
    expect(await toldNow()).toEqual([LEDGER(7)])
  })

  it('starts again for a new day, and not for a day that is set back', async () => {
    await renew('2027-09-30')
    expect(await tell(daysBefore(5))).toBe(0)
    await renew()
    await tell(daysBefore(5))
    expect(await toldNow()).toEqual([LEDGER(5)])
    await renew('2027-07-20')
    await tell(daysBefore(5))
    expect(await toldNow()).toEqual([LEDGER(25)])
    await renew()
    await tell(daysBefore(5))
    expect(await toldNow()).toEqual([])
  })

  it('comes on the day itself and never after it, by days that begin at midnight UTC', async () => {
    await renew()
    expect(await tell(daysBefore(-1, '00:00Z'))).toBe(0)
    expect(await tell(daysBefore(61, '23:59Z'))).toBe(0)
    expect(await tell(daysBefore(60, '00:00Z'))).toBe(1)
    expect(await tell(daysBefore(0, '23:59Z'))).toBe(1)
    expect((await toldNow()).toSorted()).toEqual([LEDGER(0), LEDGER(60)])
  })

  it('goes to the owner, else the creator, else the admins', async () => {
    await renew()
    const tellOf = async (change: string) => {
      await stage.admin.unsafe(`update public.systems set ${change} where id = '${ID.ledger}'`)
      await stage.admin`delete from private.renewals_told`
      await tell(daysBefore(30))
      return toldNow()
    }
    expect(await tellOf(`owner_id = '${ID.colleague}'`)).toEqual([LEDGER(30, ID.colleague)])
    expect(await tellOf('owner_id = null')).toEqual([LEDGER(30, ID.manager)])
    const [invitation] = await stage.admin<{ id: string }[]>`
      select id from public.pending_invitations where account_id = ${ID.acme} limit 1`
    expect(await tellOf(`invited_owner_id = '${invitation?.id}'`)).toEqual([LEDGER(30, ID.manager)])
    const admins = await stage.admin<{ user_id: string }[]>`
      select user_id from public.account_members where account_id = ${ID.acme} and permission_level = 'admin'`
    expect((await tellOf('created_by = null')).toSorted()).toEqual(
      admins.map(({ user_id }) => LEDGER(30, user_id)).toSorted(),
    )
  })

  it('respects the preferences of its reader', async () => {
    await renew()
    await stage.admin`
      insert into public.notification_preferences (user_id, push, email) values (${ID.user}, false, false)
      on conflict (user_id) do update set push = false, email = false`
    expect(await tell(daysBefore(30))).toBe(1)
    await stage.admin`delete from public.notification_preferences where user_id = ${ID.user}`
    expect(await tell(daysBefore(29))).toBe(0)
    expect(await toldNow()).toEqual([])
  })

  it.each(CATALOGUE_KINDS)('comes for a %s, unless it is no longer used or switched off', async (kind) => {
    const { table, feature } = CATALOGUES[kind]
    const [record] = await stage.admin<{ id: string }[]>`
      update ${stage.admin(table)} set renews_on = ${ENDS}, owner_id = ${ID.user}, status = 'active'
      where id = (select id from ${stage.admin(table)} where account_id = ${ID.acme} limit 1)
      returning id`
    const change = (column: string, value: string) =>
      stage.admin`update ${stage.admin(table)} set ${stage.admin({ [column]: value })} where id = ${record?.id ?? ''}`
    await change('lifecycle', 'retired')
    expect(await tell(daysBefore(30))).toBe(0)
    await change('lifecycle', 'phasing_out')
    await change('status', retiredStatus(kind))
    expect(await tell(daysBefore(30))).toBe(0)
    await change('status', 'active')
    await stage.admin`
      insert into public.app_features (account_id, feature_name, enabled) values (${ID.acme}, ${feature}, false)`
    expect(await tell(daysBefore(30))).toBe(0)
    await stage.admin`update public.app_features set enabled = true`
    expect(await tell(daysBefore(30))).toBe(1)
  })

  it('tells of many records of a kind at once, with the first day', async () => {
    await stage.admin`
      insert into public.systems (account_id, name, owner_id, renews_on)
      select ${ID.acme}, 'Rented ' || n, ${ID.user}, ${ENDS}::date + n from generate_series(0, 29) n`
    expect(await tell(daysBefore(10))).toBe(30)
    expect(
      await stage.admin`
        select record_id, payload ->> 'amount' as amount, payload ->> 'renews_on' as day
        from public.notifications where kind = 'renewal_due'`,
    ).toEqual([{ record_id: null, amount: '30', day: ENDS }])
    await stage.admin`delete from public.systems where name like 'Rented %'`
  })

  it('does not come again for a record that is restored', async () => {
    await renew()
    await tell(daysBefore(30))
    await stage.admin`delete from public.notifications`
    await stage.as('admin', (tx) => tx`delete from public.systems where id = ${ID.ledger}`, { keep: true })
    expect(await tell(daysBefore(29))).toBe(0)
    await stage.as('admin', (tx) => tx`select public.restore_from_bin(array[${ID.ledger}::uuid])`, {
      keep: true,
    })
    expect(await tell(daysBefore(29))).toBe(0)
    expect(await toldNow()).toEqual([])
  })

  it('comes once though two servers tell at the same moment', async () => {
    await renew()
    const other = await stage.auth.begin(async (first) => {
      expect(await tell(daysBefore(30), first)).toBe(1)
      const second = tell(daysBefore(30))
      await stage.untilWaiting(1)
      return { second }
    })
    expect(await other.second).toBe(0)
    expect(await toldNow()).toEqual([LEDGER(30)])
  })
})

describe('the server', () => {
  it('learns which accounts and records are due, but for some', async () => {
    await renew()
    const due = (moment: string, without = '{}') => stage.auth`
      select a.account, r.record
      from private.accounts_with_renewals(${moment}) as a (account)
      cross join lateral private.renewals_to_tell(a.account, ${moment}, ${without}::text[], 10) as r (record)`
    expect(await due(daysBefore(61))).toEqual([])
    expect(await due(daysBefore(30))).toEqual([{ account: ID.acme, record: `system ${ID.ledger}` }])
    expect(await due(daysBefore(30), `{system ${ID.ledger}}`)).toEqual([])
  })

  it('tells of these records only, and forgets days that have passed', async () => {
    await renew()
    const [row] = await stage.auth`
      select public.tell_of_renewals(10, ${daysBefore(30)}, ${ID.acme}, array['system ' || gen_random_uuid()]) as told`
    expect(row?.['told']).toBe(0)
    await tell(daysBefore(30))
    await tell(daysBefore(-1))
    expect(await stage.admin`select from private.renewals_told`).toHaveLength(0)
  })

  it('is the only one who tells, and its table is nobody’s', async () => {
    for (const actor of ['anonymous', 'viewer', 'admin'] as const)
      expect(await stage.outcome(actor, 'select public.tell_of_renewals()')).toEqual({ refused: '42501' })
    for (const actor of ['rival', 'admin', 'service'] as const)
      for (const statement of [
        'select * from private.renewals_told',
        `select * from private.renewals_due('${ID.acme}', now())`,
      ])
        expect(await stage.outcome(actor, statement)).toEqual({ refused: '42501' })
    expect(await stage.outcome('service', 'select public.tell_of_renewals()')).toBe(1)
  })
})
