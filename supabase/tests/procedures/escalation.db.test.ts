import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { arrangeHeartbeat, at, listed } from '../support/heartbeats.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from public.notifications`
  await stage.admin`delete from public.heartbeats`
  await stage.admin`delete from public.deputies`
  await stage.admin`delete from public.alert_settings`
  await stage.admin`delete from public.maintenance_windows`
  await stage.admin`
    update public.automations set owner_id = ${ID.user}, created_by = ${ID.colleague} where id = ${ID.invoices}`
  await stage.admin`delete from public.record_experts where record_id = ${ID.invoices}`
})

interface Absence {
  from?: number
  until: number
}

/** Names a member's deputy, and when they are away, in minutes after noon. */
const arrangeDeputy = (of: string, deputy: string | null, away?: Absence) =>
  stage.admin`
    insert into public.deputies (account_id, user_id, deputy_id, away_from, away_until)
    values (
      ${ID.acme}, ${of}, ${deputy}, ${away?.from === undefined ? null : at(away.from)},
      ${away === undefined ? null : at(away.until)}
    )`

/** Notes that Invoices fails or is back, and tells of it; returns the heartbeat. */
async function tell(id: string, event: string, minutes: number): Promise<void> {
  await stage.admin`
    update public.heartbeats set trouble = ${event === 'back' ? null : event},
      trouble_since = ${event === 'back' ? null : at(minutes)}, trouble_told = ${event !== 'back'} where id = ${id}`
  await stage.admin`
    insert into private.heartbeat_news (account_id, heartbeat_id, event, at, since)
    values (${ID.acme}, ${id}, ${event}, ${at(minutes)}, ${at(0)})`
  await stage.auth`select private.notify_of_heartbeats(${ID.acme}, ${at(minutes)}, array[${id}])`
}

async function arrangeFailing(minutes = 0): Promise<string> {
  const id = await arrangeHeartbeat(stage.admin, { lateAt: 9_000 })
  await tell(id, 'failing', minutes)
  return id
}

/** Runs the server's escalation; returns the number of alerts that it passed on. */
async function escalate(minutes: number): Promise<number> {
  const due = await stage.auth<{ id: string }[]>`
    select id from private.alerts_to_escalate(${ID.acme}, ${at(minutes)}, '{}'::text[], 100) as id`
  const [row] = await stage.auth<{ amount: number }[]>`
    select private.escalate_alerts(${ID.acme}, ${at(minutes)}, ${listed(due)}::text[]) as amount`
  return row?.amount ?? 0
}

/** The names of those who were notified since the last look. */
async function told(): Promise<string[]> {
  const rows = await stage.admin<{ user_id: string }[]>`
    delete from public.notifications where kind like 'heartbeat%' returning user_id`
  const names = new Map<string, string>(Object.entries(ID).map(([name, id]) => [id, name]))
  return rows.map(({ user_id }) => names.get(user_id) ?? user_id).toSorted()
}

describe('an alert that nobody settles', () => {
  it('goes to the deputy of the owner after four hours, once, and so does its end', async () => {
    await arrangeDeputy(ID.user, ID.manager)
    const id = await arrangeFailing()
    expect(await told()).toEqual(['user'])
    expect([await escalate(239), await escalate(240), await escalate(241)]).toEqual([0, 1, 0])
    expect(await told()).toEqual(['manager'])
    await tell(id, 'back', 300)
    expect(await told()).toEqual(['manager', 'user'])
    await tell(id, 'failing', 310)
    expect(await told()).toEqual(['user'])
  })

  it('of a record of a team goes from its lead to all members, and to the deputy of the lead', async () => {
    const [team] = await stage.admin<{ id: string }[]>`
      insert into public.teams (account_id, name, lead_id) values (${ID.acme}, 'On call', ${ID.user}) returning id`
    await stage.admin`
      insert into public.team_members (account_id, team_id, user_id) values (${ID.acme}, ${team?.id ?? ''}, ${ID.viewer})`
    await stage.admin`
      update public.automations set owner_id = null, team_id = ${team?.id ?? ''} where id = ${ID.invoices}`
    await arrangeDeputy(ID.user, ID.manager)
    await arrangeFailing()
    expect(await told()).toEqual(['user'])
    expect(await escalate(240)).toBe(1)
    expect(await told()).toEqual(['manager', 'viewer'])
    await stage.admin`delete from public.teams where id = ${team?.id ?? ''}`
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['that has ended', (id) => tell(id, 'back', 200)],
    [
      'that was muted',
      (id) => stage.admin`update public.heartbeats set silent_until = ${at(900)} where id = ${id}`,
    ],
    [
      'that is paused',
      (id) => stage.admin`update public.heartbeats set paused_at = ${at(100)} where id = ${id}`,
    ],
    [
      'in maintenance',
      () => stage.admin`
        insert into public.maintenance_windows (account_id, kind, record_id, starts_at, ends_at)
        values (${ID.acme}, 'automation', ${ID.invoices}, ${at(0)}, ${at(900)})`,
    ],
    [
      'where the account switched escalation off',
      () => stage.admin`insert into public.alert_settings values (${ID.acme}, 0)`,
    ],
    [
      'where the account waits for longer',
      () => stage.admin`insert into public.alert_settings values (${ID.acme}, 24)`,
    ],
  ])('%s is not passed on', async (_, settle) => {
    await arrangeDeputy(ID.user, ID.manager)
    const id = await arrangeFailing()
    await settle(id)
    expect(await escalate(240)).toBe(0)
  })

  it('passes on after the time that the account sets', async () => {
    await stage.admin`insert into public.alert_settings values (${ID.acme}, 1)`
    await arrangeDeputy(ID.user, ID.manager)
    await arrangeFailing()
    expect([await escalate(59), await escalate(60)]).toEqual([0, 1])
  })

  it('stays with the owner who has no deputy, or whose deputy has left', async () => {
    await arrangeDeputy(ID.user, null)
    await arrangeFailing()
    await told()
    expect(await escalate(240)).toBe(1)
    expect(await told()).toEqual([])
  })

  it('goes to the deputy of the creator where there is no owner', async () => {
    await stage.admin`update public.automations set owner_id = null where id = ${ID.invoices}`
    await arrangeDeputy(ID.colleague, ID.manager)
    await arrangeFailing()
    expect(await told()).toEqual(['colleague'])
    await escalate(240)
    expect(await told()).toEqual(['manager'])
  })
})

describe('a deputy', () => {
  it('is told at once while the owner is away, and nobody a second time', async () => {
    await arrangeDeputy(ID.user, ID.manager, { from: -60, until: 600 })
    await arrangeFailing()
    expect(await told()).toEqual(['manager', 'user'])
    await escalate(240)
    expect(await told()).toEqual([])
  })

  it.each<[string, Absence]>([
    ['begins later', { from: 10, until: 600 }],
    ['has ended', { from: -60, until: 0 }],
  ])('is not told at once where the absence %s', async (_, away) => {
    await arrangeDeputy(ID.user, ID.manager, away)
    await arrangeFailing()
    expect(await told()).toEqual(['user'])
  })

  it('hands on to their own deputy while they are away', async () => {
    await arrangeDeputy(ID.user, ID.colleague, { until: 600 })
    await arrangeDeputy(ID.colleague, ID.manager, { until: 600 })
    await arrangeFailing()
    expect(await told()).toEqual(['manager', 'user'])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['in a circle where all are away', () => arrangeDeputy(ID.colleague, ID.user, { until: 600 })],
    ['who is away without a deputy of their own', () => arrangeDeputy(ID.colleague, null, { until: 600 })],
  ])('%s leaves the alert to the admins', async (_, arrange) => {
    await arrangeDeputy(ID.user, ID.colleague, { until: 600 })
    await arrange()
    await arrangeFailing()
    expect(await told()).toEqual(['admin', 'deputy', 'user'])
  })

  it('leaves an alert to the admins where they are away when it is passed on', async () => {
    await arrangeDeputy(ID.user, ID.colleague)
    await arrangeDeputy(ID.colleague, ID.user, { until: 600 })
    await arrangeFailing()
    expect(await told()).toEqual(['user'])
    await escalate(240)
    // The owner is the deputy of their deputy, and was told already.
    expect(await told()).toEqual(['admin', 'deputy'])
  })

  it('leaves the place empty when they leave, and the absence stays', async () => {
    await arrangeDeputy(ID.user, ID.viewer, { until: 600 })
    const [row] = await stage.admin.begin(async (tx) => {
      await tx`delete from public.account_members where user_id = ${ID.viewer}`
      const found = await tx`select deputy_id, away_until from public.deputies where user_id = ${ID.user}`
      await tx`rollback and chain`
      return found
    })
    expect({ ...row }).toEqual({ deputy_id: null, away_until: at(600) })
  })
})

describe('naming a deputy', () => {
  const name = (deputy: string | null, from: string | null = null, until: string | null = null) =>
    stage.as('user', async (tx) => {
      await tx`select public.name_deputy(${deputy}, now() + ${from}::interval, now() + ${until}::interval)`
      const [row] = await tx`
        select deputy_id, away_from is null as away_now, away_until is not null as away from public.deputies`
      return { ...row }
    })

  it('stores the deputy and the absence, and another time replaces both', async () => {
    expect(await name(ID.manager, null, '1 day')).toEqual({
      deputy_id: ID.manager,
      away_now: true,
      away: true,
    })
    await arrangeDeputy(ID.user, ID.manager, { until: 600 })
    expect(await name(null)).toEqual({ deputy_id: null, away_now: true, away: false })
  })

  it.each<[string, () => Promise<unknown>, object]>([
    ['oneself', () => name(ID.user), { code: '23514', detail: 'deputy.yourself' }],
    ['a stranger', () => name(ID.rival), { code: 'PT404', detail: 'deputy.unknown_member' }],
    [
      'with an absence that is over',
      () => name(ID.manager, null, '-1 hour'),
      { detail: 'deputy.absence_over' },
    ],
    ['with a start and no end', () => name(ID.manager, '1 hour'), { detail: 'deputy.absence_over' }],
    [
      'with an end before the start',
      () => name(ID.manager, '2 days', '1 day'),
      { detail: 'deputy.absence_order' },
    ],
    ['for two years', () => name(ID.manager, null, '2 years'), { detail: 'deputy.absence_length' }],
  ])('%s is refused', async (_, work, refusal) => {
    await expect(work()).rejects.toMatchObject(refusal)
  })
})
