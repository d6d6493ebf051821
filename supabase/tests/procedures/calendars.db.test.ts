import type postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from public.calendar_addresses`
  await stage.admin`delete from public.maintenance_windows`
  await stage.admin`delete from private.turns`
  await stage.admin`update public.systems set renews_on = null, own = '{}', status = 'active'`
})

type Tx = postgres.TransactionSql

interface Made {
  id: string
  token: string
}

async function make(tx: Tx, view: string | null = null, team: string | null = null): Promise<Made> {
  const [row] = await tx<{ made: Made }[]>`select public.make_calendar_address(${view}, ${team}) as made`
  if (row === undefined) throw new Error('An address is one row.')
  return row.made
}
const kept = (actor: Actor, view: string | null = null, team: string | null = null) =>
  stage.as(actor, (tx) => make(tx, view, team), { keep: true })

interface Calendar {
  status: number
  name?: string | null
  dates?: { id: string; what: string; field: string | null; record_name: string; day: string | null }[]
}

async function read(token: string, network = '203.0.113.0/24'): Promise<Calendar> {
  const [row] = await stage.auth<{ calendar: Calendar }[]>`
    select private.read_calendar(${token}, ${network}) as calendar`
  if (row === undefined) throw new Error('A calendar is one row.')
  return row.calendar
}
const named = async (token: string) =>
  (await read(token)).dates?.map(({ what, record_name }) => [what, record_name])

const renewIn = (days: number, ...records: string[]) =>
  stage.admin`
    update public.systems set renews_on = (now() at time zone 'utc')::date + ${days}::integer
    where id = any (${`{${records}}`}::uuid[])`

describe('a calendar address', () => {
  it('is shown once: the database keeps a hash', async () => {
    const { id, token } = await kept('user')
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const [row] =
      await stage.admin`select to_jsonb(a)::text as row from public.calendar_addresses a where id = ${id}`
    expect(row?.['row']).not.toContain(token)
    expect(await read(token)).toEqual({ status: 200, language: null, name: null, dates: [] })
  })

  it('has renewals, custom fields of type date and maintenance of the records of its person', async () => {
    await renewIn(30, ID.archive, ID.ledger)
    await stage.admin`insert into public.own_fields (account_id, kind, key, name, type)
      values (${ID.acme}, 'system', 'review', 'Next review', 'date') on conflict do nothing`
    await stage.admin`update public.systems
      set own = jsonb_build_object('review', ((now() at time zone 'utc')::date + 40)::text) where id = ${ID.archive}`
    await stage.admin`insert into public.maintenance_windows (account_id, kind, record_id, starts_at, ends_at)
      values (${ID.acme}, 'system', ${ID.archive}, now() + interval '1 day', now() + interval '2 days')`
    const { token } = await kept('user')
    expect(
      (await read(token)).dates?.map(({ what, field, record_name }) => [what, field, record_name]),
    ).toEqual([
      ['maintenance', null, 'Archive'],
      ['renewal', null, 'Archive'],
      ['field', 'Next review', 'Archive'],
    ])
  })

  it('has the records of a view, as its person sees it, and its name', async () => {
    await renewIn(30, ID.archive, ID.ledger, ID.rivalSystem)
    const { token } = await kept('viewer', OWN.sharedView)
    expect((await read(token)).name).toBe('Active')
    expect((await named(token))?.toSorted()).toEqual([
      ['renewal', 'Archive'],
      ['renewal', 'Ledger'],
    ])
  })

  it('of a team has its records and its name, while its person is in the team or an admin', async () => {
    await stage.admin`update public.systems set team_id = ${OWN.team}, owner_id = null where id = ${ID.ledger}`
    await stage.admin`insert into public.team_members (account_id, team_id, user_id)
      values (${ID.acme}, ${OWN.team}, ${ID.viewer}) on conflict do nothing`
    await renewIn(30, ID.ledger, ID.archive)
    const [member, admin] = [await kept('viewer', null, OWN.team), await kept('admin', null, OWN.team)]
    const [team] = await stage.admin`select name from public.teams where id = ${OWN.team}`
    expect((await read(member.token)).name).toBe(team?.['name'])
    expect([await named(member.token), await named(admin.token)]).toEqual([
      [['renewal', 'Ledger']],
      [['renewal', 'Ledger']],
    ])
    await stage.admin`delete from public.team_members where user_id = ${ID.viewer}`
    expect([await named(member.token), await named(admin.token)]).toEqual([[], [['renewal', 'Ledger']]])
  })

  it('has another secret when it is renewed, and the former one opens nothing', async () => {
    const { id, token } = await kept('user')
    const [row] = await stage.as(
      'user',
      (tx) => tx<{ made: Made }[]>`select public.renew_calendar_address(${id}) as made`,
      { keep: true },
    )
    expect(row?.made.id).toBe(id)
    expect([(await read(token)).status, (await read(row?.made.token ?? '')).status]).toEqual([404, 200])
  })

  it('is in the audit log when it is made, renewed and removed, and its person is to be told of both secrets', async () => {
    await stage.admin`delete from private.made_secrets`
    await stage.as(
      'user',
      async (tx) => {
        const { id } = await make(tx, OWN.sharedView)
        await tx`select public.renew_calendar_address(${id})`
        await tx`select public.remove_calendar_address(${id})`
      },
      { keep: true },
    )
    expect(
      await stage.admin`
        select user_id, action, severity, details ->> 'name' as name from public.security_audit_log
        where resource_type = 'calendar_address' order by created_at desc limit 3`,
    ).toEqual([
      { user_id: ID.user, action: 'calendar_address_removed', severity: 'low', name: 'Active' },
      { user_id: ID.user, action: 'calendar_address_renewed', severity: 'medium', name: 'Active' },
      { user_id: ID.user, action: 'calendar_address_made', severity: 'medium', name: 'Active' },
    ])
    expect(await stage.admin`select user_id, kind, name from private.made_secrets`).toEqual([
      { user_id: ID.user, kind: 'calendar_address', name: 'Active' },
      { user_id: ID.user, kind: 'calendar_address', name: 'Active' },
    ])
  })

  it('gives a date the same id when it moves', async () => {
    const { token } = await kept('user')
    const idIn = async (days: number) => {
      await renewIn(days, ID.archive)
      return (await read(token)).dates?.[0]?.id
    }
    expect([await idIn(20), await idIn(60)]).toEqual([`renewal-${ID.archive}`, `renewal-${ID.archive}`])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['long ago', () => renewIn(-91, ID.archive)],
    ['far away', () => renewIn(731, ID.archive)],
    [
      'of a record that is not used any more',
      async () => {
        await renewIn(30, ID.archive)
        await stage.admin`update public.systems set status = 'deprecated' where id = ${ID.archive}`
      },
    ],
    [
      'of a feature that is switched off',
      async () => {
        await renewIn(30, ID.archive)
        await stage.admin`insert into public.app_features (account_id, feature_name, enabled)
          values (${ID.acme}, 'systems', false)
          on conflict (account_id, feature_name) do update set enabled = false`
      },
    ],
  ])('leaves a date out that is %s', async (_, arrange) => {
    await renewIn(30, ID.archive)
    const { token } = await kept('user')
    expect(await named(token)).toEqual([['renewal', 'Archive']])
    await arrange()
    expect(await named(token)).toEqual([])
    await stage.admin`update public.app_features set enabled = true`
  })

  it('of a view whose filter is refused has no dates', async () => {
    const { token } = await kept('user', OWN.view)
    await stage.admin`update public.views set filter = '{"nonsense": 1}' where id = ${OWN.view}`
    expect(await read(token)).toMatchObject({ status: 200, dates: [] })
    await stage.admin`update public.views set filter = '{"owners": ["me"]}' where id = ${OWN.view}`
  })

  it.each<[string, (made: Made) => Promise<unknown>]>([
    [
      'is removed',
      ({ id }) => stage.as('user', (tx) => tx`select public.remove_calendar_address(${id})`, { keep: true }),
    ],
    [
      'signs out everywhere',
      () =>
        stage.auth`select public.end_programs(${JSON.stringify({ user_id: ID.user, reason: 'test' })}::text::jsonb)`,
    ],
    [
      'undoes what a thief made',
      () =>
        stage.auth`select public.end_programs(jsonb_build_object(
          'user_id', ${ID.user}::text, 'since', now() - interval '1 hour', 'keeps_former', true))`,
    ],
  ])('opens nothing after its person %s', async (_, end) => {
    const made = await kept('user')
    expect((await read(made.token)).status).toBe(200)
    await end(made)
    expect((await read(made.token)).status).toBe(404)
  })

  it('made before a theft stays when the theft is undone', async () => {
    const { token } = await kept('user')
    await stage.auth`select public.end_programs(jsonb_build_object(
      'user_id', ${ID.user}::text, 'since', now() + interval '1 hour', 'keeps_former', true))`
    expect((await read(token)).status).toBe(200)
  })

  it('ends with the membership of its person, and with its view', async () => {
    const mine = await kept('viewer')
    const ofView = await kept('user', OWN.sharedView)
    await stage.admin`delete from public.views where id = ${OWN.sharedView}`
    expect((await read(ofView.token)).status).toBe(404)
    await stage.admin`delete from public.account_members where user_id = ${ID.viewer}`
    expect((await read(mine.token)).status).toBe(404)
  })

  it.each<[string, (tx: Tx) => Promise<unknown>, object]>([
    ['for a view of the other account', (tx) => make(tx, OWN.rivalView), { detail: 'calendar.unknown_view' }],
    ['for a view of a colleague', (tx) => make(tx, OWN.view), { detail: 'calendar.unknown_view' }],
    [
      'beyond twenty',
      async (tx) => {
        for (let made = 0; made <= 20; made++) await make(tx)
      },
      { detail: 'calendar.too_many' },
    ],
    [
      'for a team of the other account',
      (tx) => make(tx, null, OWN.rivalTeam),
      { detail: 'calendar.unknown_team' },
    ],
    ['for a team of others', (tx) => make(tx, null, OWN.team), { detail: 'calendar.not_your_team' }],
    [
      'for a view and a team at once',
      (tx) => make(tx, OWN.sharedView, OWN.team),
      { detail: 'calendar.view_or_team' },
    ],
    [
      'of a colleague, to renew it',
      async (tx) => {
        await tx`select public.renew_calendar_address(${OWN.calendar})`
      },
      { code: 'PT404', detail: 'calendar.gone' },
    ],
    [
      'of a colleague, to remove it',
      async (tx) => {
        await tx`select public.remove_calendar_address(${OWN.calendar})`
      },
      { code: 'PT404', detail: 'calendar.gone' },
    ],
  ])('%s is refused', async (_, work, refusal) => {
    await expect(stage.as('manager', work)).rejects.toMatchObject(refusal)
  })

  it('answers sixty times a minute, and strangers who guess as often', async () => {
    const { token } = await kept('user')
    const answers = async (asked: string) => {
      const seen = []
      for (let time = 0; time <= 60; time++) seen.push((await read(asked, '198.51.100.0/24')).status)
      return [seen[0], seen[59], seen[60]]
    }
    expect([await answers(token), await answers('guess')]).toEqual([
      [200, 200, 429],
      [404, 404, 429],
    ])
  })
})
