import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Actor, ID } from '../support/cast.ts'
import { notificationsOf } from '../support/notifications.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

const outcome = z.object({
  act: z.nullish(z.string()),
  total: z.number(),
  changes: z.number(),
  no_right: z.number(),
  already: z.number(),
  changed_meanwhile: z.number(),
  left_out: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
  seen_at: z.optional(z.string()),
  deletes: z.optional(z.array(z.string())),
  impact: z.optional(
    z.array(
      z.object({ kind: z.string(), total: z.number(), items: z.array(z.looseObject({ name: z.string() })) }),
    ),
  ),
})

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

interface Bulk {
  kind?: string
  action: string
  value?: string | null
  ids?: readonly string[] | null
  query?: string
  seenAt?: string
  reason?: string
  moveTo?: string
  told?: boolean
}

const SYSTEMS = [ID.archive, ID.billing, ID.ledger]
const listOf = (ids: readonly string[] | null) => ids && `{${ids.join()}}`

async function preview(
  tx: postgres.TransactionSql,
  { kind = 'system', action, value = null, ids = SYSTEMS }: Bulk,
) {
  const [row] = await tx`
    select public.preview_bulk(${kind}, ${action}, ${value}, ${listOf(ids)}::uuid[]) as answer`
  return outcome.parse(row?.['answer'])
}

async function change(tx: postgres.TransactionSql, bulk: Bulk) {
  const { kind = 'system', action, value = null, ids = SYSTEMS, query = '', seenAt = null } = bulk
  const { reason = '', moveTo = null, told = false } = bulk
  const [row] = await tx`
    select public.change_in_bulk(
      ${kind}, ${action}, ${value}, ${listOf(ids)}::uuid[], ${query}, seen_at => ${seenAt}::timestamptz,
      reason => ${reason}, move_to => ${moveTo}::uuid, told => ${told}
    ) as answer`
  return outcome.parse(row?.['answer'])
}

const undo = async (tx: postgres.TransactionSql, act: string | null | undefined) => {
  const [row] = await tx`select public.undo_bulk(${act ?? null}) as undone`
  return row?.['undone']
}

const owners = async (tx: postgres.TransactionSql) =>
  (
    await tx`select owner_id from public.systems where id = any (${listOf(SYSTEMS)}::uuid[]) order by name`
  ).map(({ owner_id }) => owner_id)

/** The same, members or invited. */
const heldBy = async (tx: postgres.TransactionSql) =>
  (
    await tx`
      select coalesce(owner_id, invited_owner_id) as owner from public.systems
      where id = any (${listOf(SYSTEMS)}::uuid[]) order by name`
  ).map(({ owner }) => owner)

describe('a change in bulk', () => {
  it('changes what the caller may, says what it leaves out, and is taken back in one', async () => {
    await stage.as('user', async (tx) => {
      const bulk = { action: 'owner', value: ID.colleague }
      const seen = await preview(tx, bulk)
      expect(seen).toMatchObject({ total: 3, changes: 2, no_right: 1, already: 0 })
      expect(seen.left_out).toEqual([{ id: ID.ledger, name: 'Ledger', reason: 'no_right' }])
      const done = await change(tx, bulk)
      expect(done).toMatchObject({ total: 3, changes: 2, no_right: 1, changed_meanwhile: 0 })
      expect(await owners(tx)).toEqual([ID.colleague, ID.colleague, null])
      const lines = await tx`
        select record_name, changed_by from public.record_history where act = ${done.act ?? null} order by record_name`
      expect(lines.map((line) => ({ ...line }))).toEqual([
        { record_name: 'Archive', changed_by: ID.user },
        { record_name: 'Billing', changed_by: ID.user },
      ])
      // Archive was given away: only the undo reaches it.
      expect(await undo(tx, done.act)).toBe(2)
      expect(await owners(tx)).toEqual([ID.user, null, null])
      await expect(tx.savepoint((inner) => undo(inner, done.act))).rejects.toMatchObject({ code: 'PT404' })
    })
  })

  it('reaches what fits a filter, and names what is so already', async () => {
    await stage.as('manager', async (tx) => {
      const done = await change(tx, { action: 'status', value: 'deprecated', ids: null, query: 'ill' })
      expect(done).toMatchObject({ total: 1, changes: 1 })
    })
    await stage.as('manager', async (tx) => {
      await tx`update public.systems set status = 'deprecated' where id = ${ID.billing}`
      const again = await change(tx, { action: 'status', value: 'deprecated' })
      expect(again).toMatchObject({ total: 3, changes: 2, already: 1 })
      expect(again.left_out).toEqual([{ id: ID.billing, name: 'Billing', reason: 'already' }])
    })
  })

  it('leaves out what was changed since the caller looked', async () => {
    const before = '2020-01-01T00:00:00Z'
    const done = await stage.as('manager', (tx) =>
      change(tx, { action: 'owner', value: ID.user, seenAt: before }),
    )
    expect(done).toMatchObject({ changes: 0, already: 1, changed_meanwhile: 2, act: null })
  })

  it('gives an owner who is invited, says what is so already, and gives back the one before', async () => {
    await stage.as('manager', async (tx) => {
      const bulk = { action: 'owner', value: ID.invitation }
      const before = await heldBy(tx)
      expect(await preview(tx, bulk)).toMatchObject({ total: 3, changes: 3, already: 0 })
      const done = await change(tx, bulk)
      expect(done).toMatchObject({ changes: 3, changed_meanwhile: 0 })
      expect(await heldBy(tx)).toEqual([ID.invitation, ID.invitation, ID.invitation])
      expect(await change(tx, bulk)).toMatchObject({ changes: 0, already: 3, act: null })
      expect(await undo(tx, done.act)).toBe(3)
      expect(await heldBy(tx)).toEqual(before)
    })
  })

  it('takes an owner who is invited, and gives them back', async () => {
    await stage.as('manager', async (tx) => {
      await change(tx, { action: 'owner', value: ID.invitation })
      await tx`select set_config('cairn.act', '', true)`
      const member = await change(tx, { action: 'owner', value: ID.colleague })
      expect(await heldBy(tx)).toEqual([ID.colleague, ID.colleague, ID.colleague])
      expect(await undo(tx, member.act)).toBe(3)
      expect(await heldBy(tx)).toEqual([ID.invitation, ID.invitation, ID.invitation])
    })
  })

  it('names an expert, and undo takes only those that it named', async () => {
    await stage.as('user', async (tx) => {
      const done = await change(tx, { action: 'expert', value: ID.viewer })
      expect(done).toMatchObject({ changes: 2, already: 1, no_right: 0 })
      expect(await undo(tx, done.act)).toBe(2)
      const left = await tx`select system_id from public.system_experts where expert_id = ${ID.viewer}`
      expect(left.map(({ system_id }) => system_id)).toEqual([ID.ledger])
    })
  })

  it('an expert of many has a line in the history of each, by one act, and is told of the first twenty', async () => {
    await stage.as('manager', async (tx) => {
      await tx`insert into public.systems (name) select 'Server ' || lpad(n::text, 2, '0') from generate_series(1, 30) n`
      const done = await change(tx, { action: 'expert', value: ID.viewer, ids: null, query: 'Server' })
      expect(done).toMatchObject({ changes: 30 })
      const lines = async () =>
        (
          await tx`
            select distinct on (record_name) record_name, changed_by, act, before, after from public.record_history
            where field = 'experts' and record_name like 'Server%' order by record_name, changed_at desc`
        ).map((line) => ({ ...line }))
      const names = Array.from({ length: 30 }, (_, n) => `Server ${String(n + 1).padStart(2, '0')}`)
      const line = { changed_by: ID.manager, act: done.act }
      const vic = { id: ID.viewer, name: 'Vic Viewer' }
      expect(await lines()).toEqual(
        names.map((record_name) => ({ ...line, record_name, before: null, after: vic })),
      )
      const told = (await notificationsOf(tx, 'viewer')).map(({ record_name }) => record_name)
      expect(told.filter((name) => name?.startsWith('Server')).toReversed()).toEqual(names.slice(0, 20))
      await become(tx, 'manager')
      expect(await undo(tx, done.act)).toBe(30)
      expect(await lines()).toEqual(
        names.map((record_name) => ({ ...line, record_name, before: vic, after: null })),
      )
    })
  })

  it('deletes into the bin, and undo brings all of it back as it was', async () => {
    await stage.as('manager', async (tx) => {
      const read = () =>
        tx`select * from public.systems where id = any (${listOf(SYSTEMS)}::uuid[]) order by name`
      const before = await read()
      const done = await change(tx, { action: 'delete' })
      expect(done.changes).toBe(3)
      expect(await read()).toHaveLength(0)
      expect(await undo(tx, done.act)).toBe(3)
      expect((await read()).map((row) => ({ ...row }))).toEqual(before.map((row) => ({ ...row })))
    })
  })

  it('says what depends on what it would delete, and of nothing that it leaves out', async () => {
    const groups = async (actor: Actor, ids: readonly string[]) => {
      const { deletes, impact } = await stage.as(actor, (tx) => preview(tx, { action: 'delete', ids }))
      return { deletes, impact: impact?.map(({ kind, items }) => [kind, items.map(({ name }) => name)]) }
    }
    expect(await groups('manager', [ID.billing, ID.ledger])).toEqual({
      deletes: expect.toSatisfy((ids: string[]) => ids.length === 2),
      impact: [
        ['solution', ['Portal']],
        ['article', ['Handbook']],
      ],
    })
    // Ledger is a colleague's: the article about it stays.
    expect(await groups('user', [ID.billing, ID.ledger])).toEqual({
      deletes: [ID.billing],
      impact: [['solution', ['Portal']]],
    })
    expect(await groups('user', [ID.archive])).toEqual({ deletes: [ID.archive], impact: [] })
    expect(await groups('viewer', SYSTEMS)).toEqual({ deletes: [], impact: [] })
    expect(await groups('rival', SYSTEMS)).toEqual({ deletes: [], impact: [] })
  })

  it('deletes with a reason, moves the links, tells the owners, and undo takes the links back', async () => {
    await stage.as('manager', async (tx) => {
      await tx`update public.solutions set owner_id = ${ID.viewer} where id = ${ID.portal}`
      const rests = async () =>
        (await tx`select to_json(related_systems) as ids from public.solutions where id = ${ID.portal}`)[0]?.[
          'ids'
        ]
      const wish = { reason: 'One is enough', moveTo: ID.archive, told: true }
      const done = await change(tx, { action: 'delete', ids: [ID.billing, ID.ledger], ...wish })
      expect(done).toMatchObject({ total: 2, changes: 2 })
      expect(await rests()).toEqual([ID.archive])
      const [bin] = await tx`select public.get_bin() as bin`
      expect(bin?.['bin'].items).toMatchObject([{ reason: wish.reason }, { reason: wish.reason }])
      const told = (await notificationsOf(tx, 'viewer')).filter(({ kind }) => kind === 'dependency_deleted')
      const payload = { dependents: ['Portal'], reason: wish.reason, moved_to: 'Archive' }
      expect(told.map(({ record_name, payload }) => [record_name, payload]).toSorted()).toEqual([
        ['Billing', payload],
        ['Ledger', payload],
      ])
      await become(tx, 'manager')
      expect(await undo(tx, done.act)).toBe(2)
      expect(await rests()).toEqual([ID.billing, ID.ledger])
    })
  })

  it('an owner who had left is named again when an owner in bulk is taken back', async () => {
    await stage.admin
      .begin(async (tx) => {
        await tx`update public.systems set owner_id = ${ID.deputy} where id = ${ID.ledger}`
        await become(tx, 'admin')
        await tx`select public.remove_member(${ID.deputy})`
        const departed = async () =>
          (
            await tx`select record_id, person_id, person_name, left_at from public.departed_owners where record_id = ${ID.ledger}`
          ).map((row) => ({ ...row }))
        const before = await departed()
        expect(before).toEqual([expect.objectContaining({ record_id: ID.ledger, person_name: 'Dan Deputy' })])
        const done = await change(tx, { action: 'owner', value: ID.colleague })
        expect(await departed()).toEqual([])
        expect(await undo(tx, done.act)).toBe(3)
        expect(await departed()).toEqual(before)
        // Somebody else gave it to nobody meanwhile: what was not taken back says nothing either.
        const again = await change(tx, { action: 'owner', value: ID.colleague })
        await tx`update public.systems set owner_id = ${ID.user} where id = ${ID.ledger}`
        await tx`update public.systems set owner_id = null where id = ${ID.ledger}`
        expect(await undo(tx, again.act)).toBe(2)
        expect(await departed()).toEqual([])
        throw new Error('rolled back')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.message === 'rolled back')) throw error
      })
  })

  it('undo brings back what is still in the bin of what was deleted', async () => {
    await stage.as('manager', async (tx) => {
      const done = await change(tx, { action: 'delete' })
      await become(tx, 'admin')
      await tx`select public.restore_from_bin(array[${ID.archive}, ${ID.billing}]::uuid[])`
      // Deleted anew by somebody else, in another transaction: theirs to take back.
      await tx`select set_config('cairn.act', '', true)`
      await tx`delete from public.systems where id = ${ID.archive}`
      await become(tx, 'manager')
      expect(await undo(tx, done.act)).toBe(1)
      const there =
        await tx`select name from public.systems where id = any (${listOf(SYSTEMS)}::uuid[]) order by name`
      expect(there.map(({ name }) => name)).toEqual(['Billing', 'Ledger'])
    })
  })

  it('undo leaves in the bin what has a name that is taken by now', async () => {
    await stage.as('manager', async (tx) => {
      const done = await change(tx, { action: 'delete' })
      await tx`insert into public.systems (name) values ('Ledger')`
      expect(await undo(tx, done.act)).toBe(2)
    })
  })

  it('undo reaches no more than the level that the caller has by now', async () => {
    const lowered = async (tx: postgres.TransactionSql) => {
      await tx`reset role`
      await tx`update public.account_members set permission_level = 'user' where user_id = ${ID.manager}`
      await become(tx, 'manager')
    }
    for (const [bulk, undone] of [
      [{ action: 'status', value: 'inactive' }, 1],
      [{ action: 'owner', value: ID.colleague }, 2],
    ] as const)
      await stage.admin
        .begin(async (tx) => {
          // Billing is made by the manager, Archive was owned by them; Ledger is neither.
          await tx`update public.systems set created_by = ${ID.manager} where id = ${ID.billing}`
          await tx`update public.systems set owner_id = ${ID.manager} where id = ${ID.archive}`
          await become(tx, 'manager')
          const done = await change(tx, bulk)
          if (bulk.action === 'status') {
            await tx`update public.systems set owner_id = ${ID.user} where id = ${ID.archive}`
          }
          await lowered(tx)
          expect(await undo(tx, done.act)).toBe(undone)
          throw new Error('rolled back')
        })
        .catch((error: unknown) => {
          if (!(error instanceof Error && error.message === 'rolled back')) throw error
        })
  })

  it('undo leaves alone what somebody else has changed since', async () => {
    await stage.as('manager', async (tx) => {
      const done = await change(tx, { action: 'owner', value: ID.colleague })
      await become(tx, 'admin')
      await tx`update public.systems set owner_id = ${ID.admin} where id = ${ID.ledger}`
      await become(tx, 'manager')
      expect(await undo(tx, done.act)).toBe(2)
      expect(await owners(tx)).toEqual([ID.user, null, ID.admin])
    })
  })
})

describe('nobody reaches in bulk what they may not change', () => {
  const NOBODYS = { total: 0, changes: 0 }

  it.each<[Actor, string, string | null]>([
    ['rival', 'owner', ID.rival],
    ['rival', 'status', 'deprecated'],
    ['rival', 'expert', ID.rival],
    ['rival', 'delete', null],
  ])('another account: %s, %s', async (actor, action, value) => {
    expect(await stage.as(actor, (tx) => change(tx, { action, value }))).toMatchObject(NOBODYS)
    expect(await stage.as(actor, (tx) => preview(tx, { action, value }))).toMatchObject(NOBODYS)
  })

  it.each<[string, string | null]>([
    ['owner', ID.viewer],
    ['status', 'deprecated'],
    ['expert', ID.viewer],
    ['delete', null],
  ])('a viewer: %s', async (action, value) => {
    const done = await stage.as('viewer', (tx) => change(tx, { action, value }))
    expect(done).toMatchObject({ total: 3, changes: 0, no_right: 3, act: null })
  })

  it('links go nowhere but to a record of the account that stays', async () => {
    for (const [actor, ids, moveTo] of [
      ['manager', [ID.ledger], ID.rivalSystem],
      ['manager', [ID.ledger], ID.ledger],
      ['manager', [ID.ledger], ID.portal],
      ['rival', [ID.rivalSystem], ID.archive],
    ] as const)
      await expect(
        stage.as(actor, (tx) => change(tx, { action: 'delete', ids, moveTo })),
      ).rejects.toMatchObject({ code: '23503', message: 'The links cannot be moved to this record.' })
  })

  it('nobody is told of what nobody may delete, and its links stay', async () => {
    await stage.as('user', async (tx) => {
      const wish = { reason: 'Boo', moveTo: ID.archive, told: true }
      expect(await change(tx, { action: 'delete', ids: [ID.ledger], ...wish })).toMatchObject({ changes: 0 })
      const [portal] =
        await tx`select to_json(related_systems) as ids from public.solutions where id = ${ID.portal}`
      expect(portal?.['ids']).toEqual([ID.billing, ID.ledger])
      const told = await notificationsOf(tx, 'manager')
      expect(told.filter(({ kind }) => kind === 'dependency_deleted')).toEqual([])
    })
  })

  it('all that fit a filter are those of the caller’s account', async () => {
    const done = await stage.as('rival', (tx) =>
      change(tx, { action: 'status', value: 'deprecated', ids: null }),
    )
    expect(done).toMatchObject({ total: 1, changes: 1 })
  })

  it('nobody takes back what another has done', async () => {
    await stage.as('manager', async (tx) => {
      const { act } = await change(tx, { action: 'owner', value: ID.colleague })
      for (const other of ['admin', 'rival', 'viewer', 'unplaced'] as const) {
        await become(tx, other)
        await expect(tx.savepoint((inner) => undo(inner, act))).rejects.toMatchObject({ code: 'PT404' })
      }
    })
  })

  it('an invitation that is over, or of another account, owns nothing, and whoever is invited is no expert', async () => {
    const bulk = { action: 'owner', value: ID.invitation }
    const refusals: readonly [Actor, Bulk, string][] = [
      ['rival', { ...bulk, ids: null }, 'select 1'],
      ['admin', { ...bulk, action: 'expert' }, 'select 1'],
      [
        'admin',
        bulk,
        `update public.pending_invitations set declined_at = now() where id = '${ID.invitation}'`,
      ],
      [
        'admin',
        bulk,
        `update public.pending_invitations set expires_at = now() - interval '1 second' where id = '${ID.invitation}'`,
      ],
    ]
    for (const [actor, wish, before] of refusals)
      await expect(
        stage.admin.begin(async (tx) => {
          await tx.unsafe(before)
          await become(tx, actor)
          await change(tx, wish)
        }),
      ).rejects.toMatchObject({ code: 'PT404' })
    expect(await stage.as('viewer', (tx) => change(tx, bulk)).catch(({ code }) => code)).toBe('PT404')
  })

  it('people of another account, or of none, own nothing', async () => {
    for (const value of [ID.rival, ID.former, ID.nobody])
      for (const action of ['owner', 'expert'])
        await expect(stage.as('admin', (tx) => change(tx, { action, value }))).rejects.toMatchObject({
          code: 'PT404',
        })
  })

  it('a million ids, wrong kinds, actions and values are refused; an id counts once', async () => {
    const refused = (bulk: Bulk, code: string) =>
      expect(stage.as('admin', (tx) => change(tx, bulk))).rejects.toMatchObject({ code })
    const million = Array.from({ length: 1_000_000 }, () => ID.billing)
    await refused({ action: 'delete', ids: million }, '22023')
    await refused({ kind: 'account', action: 'delete' }, '22023')
    await refused({ kind: 'systems; drop table x', action: 'delete' }, '22023')
    await refused({ action: 'rename', value: 'x' }, '22023')
    await refused({ action: 'status', value: 'on fire' }, '23514')
    await refused({ action: 'owner', value: 'nobody' }, '22P02')
    const twice = {
      action: 'status',
      value: 'inactive',
      ids: [ID.billing, ID.billing, ID.helper, randomUUID()],
    }
    expect(await stage.as('admin', (tx) => change(tx, twice))).toMatchObject({ total: 1, changes: 1 })
  })

  it('more than two thousand are not deleted at once, and refused plainly', async () => {
    const message = 'At most 2,000 records are deleted at once.'
    const many = `insert into public.systems (name) select 'Server ' || n from generate_series(1, 2001) n`
    const bulk = { action: 'delete', ids: null, query: 'Server' }
    await stage.as('admin', async (tx) => {
      await tx.unsafe(many)
      const refused = (work: (inner: postgres.TransactionSql) => Promise<unknown>) =>
        expect(tx.savepoint(work)).rejects.toMatchObject({ code: '22023', message })
      const rows = await tx`select id from public.systems where name like 'Server%'`
      const ids = rows.map(({ id }) => String(id))
      await refused((inner) => preview(inner, { ...bulk, ids }))
      await refused((inner) => change(inner, bulk))
      await refused((inner) => inner`select public.delete_records('system', ${listOf(ids)}::uuid[])`)
      await tx`delete from public.systems where id = ${ids[0] ?? null}`
      expect(await change(tx, bulk)).toMatchObject({ changes: 2000 })
    })
  })

  it('what cannot be taken back any more is forgotten when bins are emptied', async () => {
    await stage.admin
      .begin(async (tx) => {
        await become(tx, 'manager')
        await change(tx, { action: 'status', value: 'inactive' })
        await become(tx, 'service')
        const kept = async (age: string) => {
          await tx`reset role`
          await tx`update private.bulk_acts set done_at = now() - ${age}::interval`
          await become(tx, 'service')
          await tx`select public.delete_expired('bin', 30)`
          await tx`reset role`
          return (await tx`select from private.bulk_acts`).length
        }
        expect(await kept('59 minutes')).toBe(1)
        expect(await kept('61 minutes')).toBe(0)
        throw new Error('rolled back')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.message === 'rolled back')) throw error
      })
  })

  it('with the feature switched off, only admins', async () => {
    const off = `insert into public.app_features (account_id, feature_name, enabled) values ('${ID.acme}', 'systems', false)`
    await stage.admin.unsafe(off)
    const bulk = { action: 'status', value: 'inactive' }
    const refusal = { code: '42501', message: 'The Systems feature is currently disabled.' }
    for (const refused of [bulk, { action: 'delete' }])
      await expect(stage.as('manager', (tx) => change(tx, refused))).rejects.toMatchObject(refusal)
    await expect(
      stage.as('manager', (tx) => tx`select public.delete_records('system', ${listOf(SYSTEMS)}::uuid[])`),
    ).rejects.toMatchObject(refusal)
    expect(await stage.as('admin', (tx) => change(tx, bulk))).toMatchObject({ changes: 3 })
    expect(await stage.as('admin', (tx) => change(tx, { action: 'delete' }))).toMatchObject({ changes: 3 })
    await stage.admin`delete from public.app_features where feature_name = 'systems'`
  })
})
