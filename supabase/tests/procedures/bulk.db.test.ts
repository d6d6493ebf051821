import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { change, heldBy, owners, preview, SYSTEMS, undo } from '../support/bulk.ts'
import { type Actor, ID } from '../support/cast.ts'
import { notificationsOf } from '../support/notifications.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('a change in bulk', () => {
  it('changes what the caller may, says what it leaves out, and is taken back in one', async () => {
    await stage.as('user', async (tx) => {
      const bulk = { action: 'owner', value: ID.colleague }
      const seen = await preview(tx, bulk)
      expect(seen).toMatchObject({ total: 3, changes: 2, no_right: 1, already: 0 })
      expect(seen.left_out).toEqual([{ id: ID.ledger, name: 'Ledger', reason: 'no_right' }])
      expect(seen.before).toEqual({ [ID.user]: 1, '': 1 })
      expect(seen.first).toEqual([
        { id: ID.archive, name: 'Archive', before: ID.user, fields: {} },
        { id: ID.billing, name: 'Billing', before: null, fields: {} },
      ])
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
      expect(await undo(tx, done.act)).toBe(0)
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

  it('leaves alone what was taken out of all that fit', async () => {
    await stage.as('manager', async (tx) => {
      const bulk = { action: 'status', value: 'deprecated', ids: null, excepted: [ID.ledger] }
      const { total, changes } = await preview(tx, bulk)
      expect([total, changes]).toEqual([2, 2])
      expect(await change(tx, bulk)).toMatchObject({ total: 2, changes: 2 })
      const [ledger] = await tx`select status from public.systems where id = ${ID.ledger}`
      expect(ledger).toEqual({ status: 'active' })
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
      expect((await preview(tx, { ...bulk, value: ID.colleague })).before).toEqual({
        [`invited:${ID.invitation}`]: 3,
      })
      expect(await change(tx, bulk)).toMatchObject({ changes: 0, already: 3, act: null })
      expect(await undo(tx, done.act)).toBe(3)
      expect(await heldBy(tx)).toEqual(before)
    })
  })

  it('an expert of many has a line in the history of each, by one act, and gets one notification', async () => {
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
      const told = (await notificationsOf(tx, 'viewer')).filter(
        ({ payload }) => Object(payload).act === done.act,
      )
      expect(told).toMatchObject([{ record_kind: 'system', record_name: null, payload: { amount: 30 } }])
      await become(tx, 'manager')
      expect(await undo(tx, done.act)).toBe(30)
      const taken = { changed_by: ID.manager, act: expect.any(String) }
      expect(await lines()).toEqual(
        names.map((record_name) => ({ ...taken, record_name, before: vic, after: null })),
      )
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
      const payload = {
        amount: 2,
        act: expect.any(String),
        dependents: ['Portal'],
        reason: wish.reason,
        moved_to: 'Archive',
      }
      expect(told.map(({ record_name, payload }) => [record_name, payload]).toSorted()).toEqual([
        [null, payload],
      ])
      await become(tx, 'manager')
      expect(await undo(tx, done.act)).toBe(2)
      expect(await rests()).toEqual([ID.billing, ID.ledger])
    })
  })
})
