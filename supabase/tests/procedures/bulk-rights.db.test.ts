import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bulk, change, listOf, preview, SYSTEMS, undo } from '../support/bulk.ts'
import { type Actor, ID } from '../support/cast.ts'
import { notificationsOf } from '../support/notifications.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('a change in bulk respects the rights of its caller:', () => {
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

  it('a record that the caller may not delete keeps its links, and nobody is notified', async () => {
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

  it('an undo is refused to callers who may not do it', async () => {
    await stage.as('manager', async (tx) => {
      const { act } = await change(tx, { action: 'owner', value: ID.colleague })
      for (const [other, code] of [
        ['rival', 'PT404'],
        ['unplaced', 'PT404'],
        ['viewer', '42501'],
      ] as const) {
        await become(tx, other)
        await expect(tx.savepoint((inner) => undo(inner, act))).rejects.toMatchObject({ code })
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
    const message = 'You can delete at most 2,000 records at once.'
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

  it.each([
    ['article', ID.handbook],
    ['account', ID.acme],
    [null, ID.ledger],
  ])(
    'of the kind %s nothing is deleted record by record, and the refusal names the kinds',
    async (kind, id) => {
      await expect(
        stage.as('admin', (tx) => tx`select public.delete_records(${kind}, ${listOf([id])}::uuid[])`),
      ).rejects.toMatchObject({
        code: '22023',
        message: 'Kind must be system, solution, agent or automation.',
      })
    },
  )

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
