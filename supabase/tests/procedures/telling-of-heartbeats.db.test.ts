import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { arrangeHeartbeat, at, listed, lookBetween } from '../support/heartbeats.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from public.notifications`
  await stage.admin`delete from public.heartbeats`
  await stage.admin`delete from private.answering`
  await stage.admin`delete from public.app_features where feature_name = 'automations'`
  await stage.admin`delete from public.automations where name like 'Many %'`
  await stage.admin`
    update public.automations set owner_id = ${ID.user}, created_by = ${ID.colleague} where id = ${ID.invoices}`
  await stage.admin`delete from public.record_experts where record_id = ${ID.invoices}`
})

/** Runs the server's notifications for the account; returns their number. */
async function tell(minutes: number, atMost = 1_000): Promise<number> {
  const keys = await stage.auth<{ id: string }[]>`
    select id from private.heartbeats_to_tell(${ID.acme}, '{}'::text[], ${atMost}) as id`
  const [row] = await stage.auth<{ told: number }[]>`
    select private.notify_of_heartbeats(${ID.acme}, ${at(minutes)}, ${listed(keys)}::text[]) as told`
  return row?.told ?? 0
}

/** Adds an event of a heartbeat, as the server does. */
const event = (id: string, kind: string, minutes: number, since: number | null = null) =>
  stage.admin`
    insert into private.heartbeat_news (account_id, heartbeat_id, event, at, since)
    values (${ID.acme}, ${id}, ${kind}, ${at(minutes)}, ${since === null ? null : at(since)})`

/** The recipients and their notifications since the last look. */
async function toldNow() {
  const rows = await stage.admin<{ user_id: string; kind: string; record_name: string | null }[]>`
    delete from public.notifications where kind like 'heartbeat%' returning user_id, kind, record_name`
  return rows.map(({ user_id, kind, record_name }) => [user_id, kind, record_name]).toSorted()
}
const LATE = [ID.user, 'heartbeat_late', 'Invoices']
const FAILING = [ID.user, 'heartbeat_failing', 'Invoices']
const BACK = [ID.user, 'heartbeat_back', 'Invoices']

describe('members are notified of a heartbeat', () => {
  it('once when it is late, and once when it is back, with how long it was away', async () => {
    const id = await arrangeHeartbeat(stage.admin, { lateAt: 30 })
    await lookBetween(stage.auth, 0, 40)
    expect([await tell(41), await tell(42)]).toEqual([1, 0])
    expect(
      await stage.admin`select payload, record_id, actor_id, mail_due from public.notifications`,
    ).toEqual([
      {
        payload: { since: '2027-04-01T12:00:00+00:00' },
        record_id: ID.invoices,
        actor_id: null,
        mail_due: true,
      },
    ])
    expect(await toldNow()).toEqual([LATE])
    await event(id, 'back', 210, 30)
    expect([await tell(211), await tell(212)]).toEqual([1, 0])
    expect(await stage.admin`select payload from public.notifications`).toEqual([
      { payload: { away_seconds: 3 * 3_600 } },
    ])
    expect(await toldNow()).toEqual([BACK])
    expect(await stage.admin`select from private.heartbeat_news`).toHaveLength(0)
  })

  it('when it fails', async () => {
    const id = await arrangeHeartbeat(stage.admin, { lateAt: 300 })
    await event(id, 'failing', 5)
    expect([await tell(5), await tell(6)]).toEqual([1, 0])
    expect(await toldNow()).toEqual([FAILING])
  })

  it('of the last alone, where it went late and failed', async () => {
    const id = await arrangeHeartbeat(stage.admin, { lateAt: 300 })
    await event(id, 'late', 5)
    await event(id, 'failing', 6)
    await tell(6)
    expect(await toldNow()).toEqual([FAILING])
  })

  it('not when it went and came back before', async () => {
    const id = await arrangeHeartbeat(stage.admin, { lateAt: 300 })
    await event(id, 'failing', 5)
    await event(id, 'back', 6, 5)
    expect(await tell(6)).toBe(0)
    expect(await toldNow()).toEqual([])
    expect(await stage.admin`select from private.heartbeat_news`).toHaveLength(0)
  })

  it('of the last alone, when it came back and failed again before', async () => {
    const id = await arrangeHeartbeat(stage.admin, { lateAt: 300 })
    await event(id, 'back', 5, 3)
    await event(id, 'failing', 6)
    await tell(6)
    expect(await toldNow()).toEqual([FAILING])
    await event(id, 'back', 7, 6)
    await event(id, 'failing', 7.1)
    await event(id, 'back', 7.2, 7.1)
    await tell(8)
    expect(await toldNow()).toEqual([BACK])
  })

  it('once more when it fails again', async () => {
    const id = await arrangeHeartbeat(stage.admin, { lateAt: 300 })
    for (const minute of [5, 15]) {
      await event(id, 'failing', minute)
      await tell(minute)
      await event(id, 'back', minute + 5, minute)
      await tell(minute + 5)
      expect(await toldNow()).toEqual([BACK, FAILING])
    }
  })
})

describe('a notification of a heartbeat', () => {
  const toldTo = async () => {
    const id = await arrangeHeartbeat(stage.admin, { lateAt: 300 })
    await event(id, 'failing', 5)
    await tell(5)
    return (await toldNow()).map(([person]) => person)
  }

  it('goes to the owner and the experts, once each', async () => {
    await stage.admin`
      insert into public.record_experts (account_id, kind, record_id, expert_id)
      select ${ID.acme}, 'automation', ${ID.invoices}, expert from unnest(${`{${ID.user},${ID.viewer}}`}::uuid[]) as expert`
    expect(await toldTo()).toEqual([ID.user, ID.viewer])
  })

  it('goes to the creator without an owner, and to the admins without both', async () => {
    await stage.admin`update public.automations set owner_id = null where id = ${ID.invoices}`
    expect(await toldTo()).toEqual([ID.colleague])
    await stage.admin`delete from public.heartbeats`
    await stage.admin`update public.automations set created_by = null where id = ${ID.invoices}`
    expect(await toldTo()).toEqual([ID.admin, ID.deputy].toSorted())
  })

  it.each([
    ['is paused', 'update public.heartbeats set paused_at = now()'],
    ['rests in the bin', 'update public.heartbeats set rests = true'],
    ['has no address any more', 'update public.heartbeats set token_hash = null'],
    [
      'is of a feature that is switched off',
      `insert into public.app_features (account_id, feature_name, enabled) values ('${ID.acme}', 'automations', false)`,
    ],
  ])('goes to nobody when the heartbeat %s', async (_, change) => {
    const id = await arrangeHeartbeat(stage.admin, { lateAt: 300 })
    await event(id, 'failing', 5)
    await stage.admin.unsafe(change)
    expect(await tell(5)).toBe(0)
    expect(await toldNow()).toEqual([])
    expect(await stage.admin`select from private.heartbeat_news`).toHaveLength(0)
  })

  it('is not sent for a recovery whose failure was not reported, when the feature was switched off', async () => {
    await arrangeHeartbeat(stage.admin, { lateAt: 30 })
    await lookBetween(stage.auth, 0, 30)
    await stage.admin`
      insert into public.app_features (account_id, feature_name, enabled) values (${ID.acme}, 'automations', false)`
    await tell(31)
    expect(await stage.admin`select trouble, trouble_told from public.heartbeats`).toEqual([
      { trouble: 'late', trouble_told: false },
    ])
  })
})

describe('many at once', () => {
  it('are one notification, though they are told in several parts', async () => {
    const many = await stage.admin<{ id: string }[]>`
      insert into public.automations (account_id, name, source, status, owner_id)
      select ${ID.acme}, 'Many ' || n, 'Zapier', 'active', ${ID.user} from generate_series(1, 500) n
      returning id`
    await stage.admin`
      insert into public.heartbeats (account_id, kind, record_id, token_hash, status, late_at, grace_seconds, last_at)
      select ${ID.acme}, 'automation', id, id, 'up', ${at(30)}, 600, ${at(0)}
      from unnest(${listed(many)}::uuid[]) as id`
    expect(await lookBetween(stage.auth, 19, 31)).toEqual([30])
    expect([await tell(30, 300), await tell(30.1, 300), await tell(30.2, 300)]).toEqual([300, 200, 0])
    expect(
      await stage.admin`
        select user_id, kind, record_kind, record_id, (payload ->> 'amount')::integer as amount
        from public.notifications`,
    ).toEqual([
      { user_id: ID.user, kind: 'heartbeat_late', record_kind: 'automation', record_id: null, amount: 500 },
    ])
  })
})

it('is sent once by two servers', async () => {
  const id = await arrangeHeartbeat(stage.admin, { lateAt: 300 })
  await event(id, 'failing', 5)
  const told = await Promise.all([1, 2, 3, 4].map(() => tell(5)))
  expect(told.reduce((sum, one) => sum + one)).toBe(1)
  expect(await toldNow()).toEqual([FAILING])
})
