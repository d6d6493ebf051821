import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import {
  addRows,
  apply,
  applyPart,
  check,
  checked,
  decide,
  onSlowMachine,
  type Plan,
  rowsOf,
  start,
} from '../support/imports.ts'
import { define } from '../support/own-fields.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin`update public.account_members set permission_level = 'admin' where user_id = ${ID.manager}`
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql

const KEPT = { keep: true }

const rowsCalled = (name: string, count: number) =>
  Array.from({ length: count }, (_, place) => ({
    name: `${name} ${place}`,
    vendor: 'Acme',
    tags: [`${name} ${place % 3}`],
  }))

async function plan(person: 'admin' | 'manager' | 'user', rows: readonly object[]): Promise<string> {
  return stage.as(
    person,
    async (tx) => {
      const id = await start(tx)
      await addRows(
        tx,
        id,
        rows.map((row) => ({ ...row })),
      )
      await check(tx, id)
      return id
    },
    KEPT,
  )
}

async function applied(person: 'admin' | 'manager', id: string): Promise<Plan> {
  const now = await stage.as(person, (tx) => applyPart(tx, id), KEPT)
  return now.state === 'done' ? now : applied(person, id)
}

describe('two admins who import the same file at once', () => {
  it('add each record once; the second learns which names are taken', async () => {
    const rows = rowsCalled('Same', 700)
    const [one, other] = [await plan('admin', rows), await plan('manager', rows)]
    const [first, second] = await Promise.all([applied('admin', one), applied('manager', other)])
    expect(first.refused + second.refused).toBe(700)
    expect(await stage.admin`select from public.systems where name like 'Same %'`).toHaveLength(700)
    for (const [person, id] of [
      ['admin', one],
      ['manager', other],
    ] as const) {
      const refused = await stage.as(person, (tx) => rowsOf(tx, id, 'refused'))
      for (const { problems } of refused)
        expect(problems).toEqual([{ problem: 'name_taken', field: null, detail: null }])
    }
  })

  it('by id of the source too', async () => {
    const of = (name: string) => [{ name, imported_from: 'CMDB', source_id: 'one' }]
    const [one, other] = [await plan('admin', of('Here')), await plan('manager', of('There'))]
    const [first, second] = await Promise.all([applied('admin', one), applied('manager', other)])
    expect(first.refused + second.refused).toBe(1)
    const [person, id] = first.refused > 0 ? (['admin', one] as const) : (['manager', other] as const)
    const [row] = await stage.as(person, (tx) => rowsOf(tx, id, 'refused'))
    expect(row?.problems).toEqual([{ problem: 'source_taken', field: null, detail: null }])
  })

  it('change each record once; the second learns who has changed it', async () => {
    const rows = rowsCalled('Same', 20).map((row) => ({ ...row, vendor: 'Other' }))
    const [one, other] = [await plan('admin', rows), await plan('manager', rows)]
    const [first, second] = await Promise.all([applied('admin', one), applied('manager', other)])
    expect(first.refused + second.refused).toBe(20)
    const [person, id] = first.refused > 0 ? (['admin', one] as const) : (['manager', other] as const)
    const [row] = await stage.as(person, (tx) => rowsOf(tx, id, 'refused'))
    expect(row?.problems).toEqual([
      { problem: 'changed', field: null, detail: first.refused > 0 ? expect.any(String) : 'Ada Admin' },
    ])
  })
})

describe('an import that is left in the middle', () => {
  it('is found as it was, and goes on with the rows that are not written', async () => {
    const id = await plan('admin', rowsCalled('Left', 600))
    const written = () => stage.admin`select from public.systems where name like 'Left %'`
    await onSlowMachine(stage.admin, () => stage.as('admin', (tx) => applyPart(tx, id), KEPT))
    expect(await written()).toHaveLength(100)
    const [found] = await stage.as('admin', (tx) => tx`select public.get_imports(${id}) as plans`)
    expect(found?.['plans']).toMatchObject([{ state: 'applying', to_apply: 600, applied: 100 }])
    expect(await applied('admin', id)).toMatchObject({ applied: 600, refused: 0 })
    expect(await written()).toHaveLength(600)
    // A part whose answer was lost is sent again.
    expect(await applied('admin', id)).toMatchObject({ state: 'done', applied: 600 })
    expect(await written()).toHaveLength(600)
  })

  it('writes nothing of a part that fails', async () => {
    const id = await plan('admin', rowsCalled('Half', 30))
    await stage
      .as(
        'admin',
        async (tx) => {
          await applyPart(tx, id)
          throw new Error('The connection is lost.')
        },
        KEPT,
      )
      .catch(() => undefined)
    expect(await stage.admin`select from public.systems where name like 'Half %'`).toHaveLength(0)
    expect(await applied('admin', id)).toMatchObject({ applied: 30, refused: 0 })
  })
})

it('an importer whose level is lowered in the middle changes only what they still may', async () => {
  const rows = [...rowsCalled('Lowered', 500), { name: 'Ledger', vendor: 'Lowered' }]
  const id = await plan('manager', rows)
  await onSlowMachine(stage.admin, () => stage.as('manager', (tx) => applyPart(tx, id), KEPT))
  await stage.admin`update public.account_members set permission_level = 'user' where user_id = ${ID.manager}`
  const done = await stage.as('manager', (tx) => apply(tx, id), KEPT)
  expect(done).toMatchObject({ applied: 501, refused: 1 })
  const [row] = await stage.as('manager', (tx) => rowsOf(tx, id, 'refused'))
  expect(row).toMatchObject({ name: 'Ledger', problems: [{ problem: 'no_right' }] })
  await stage.admin`update public.account_members set permission_level = 'admin' where user_id = ${ID.manager}`
})

describe('rows that name records', () => {
  const problems = (tx: Tx, rows: readonly Readonly<Record<string, unknown>>[]) =>
    checked(tx, rows).then(async ({ id }) =>
      (await rowsOf(tx, id)).map((row) => row.problems.map(({ problem, detail }) => [problem, detail])),
    )

  beforeAll(() =>
    define(stage.admin, [{ name: 'Part of', key: 'part_of', type: 'record', record_kind: 'system' }]),
  )

  it.each([
    ['of a later row', [{ name: 'A', 'own.part_of': 'B' }, { name: 'B' }], [[['unknown_record', 'B']], []]],
    [
      'in a circle',
      [
        { name: 'A', 'own.part_of': 'B' },
        { name: 'B', 'own.part_of': 'A' },
      ],
      [[['unknown_record', 'B']], [['unknown_record', 'A']]],
    ],
    [
      'of another account, by id or name',
      [
        { name: 'A', 'own.part_of': ID.rivalSystem },
        { name: 'B', 'own.part_of': 'Secret plans' },
      ],
      [[['unknown_record', ID.rivalSystem]], [['unknown_record', 'Secret plans']]],
    ],
  ])('%s are told so', async (_, rows, expected) => {
    expect(await stage.as('admin', (tx) => problems(tx, rows))).toEqual(expected)
  })

  it('find existing records, in a circle too', async () => {
    await stage.as('admin', async (tx) => {
      const { id } = await checked(tx, [
        { name: 'Billing', 'own.part_of': 'Ledger' },
        { name: 'Ledger', 'own.part_of': 'billing' },
      ])
      expect(await apply(tx, id)).toMatchObject({ applied: 2, refused: 0 })
      const [row] = await tx`select own from public.systems where id = ${ID.ledger}`
      expect(row?.['own']).toMatchObject({ part_of: ID.billing })
    })
  })

  it('are refused for a record that went into the bin since the check', async () => {
    const id = await plan('admin', [{ name: 'Names it', 'own.part_of': 'Same 1' }])
    await stage.as('admin', (tx) => tx`delete from public.systems where name = 'Same 1'`, KEPT)
    await stage.as('admin', async (tx) => {
      expect(await apply(tx, id)).toMatchObject({ applied: 1, refused: 1 })
      expect((await rowsOf(tx, id, 'refused'))[0]?.problems).toMatchObject([
        { problem: 'value', detail: expect.stringMatching(/^Part of .*\.$/) },
      ])
    })
  })

  it('warn of a name in the bin, which may be given again', async () => {
    await stage.as('admin', async (tx) => {
      const { id } = await checked(tx, [{ name: 'same 1' }, { name: 'SAME 2' }])
      expect((await rowsOf(tx, id)).map((row) => row.problems.map(({ problem }) => problem))).toEqual([
        ['in_bin'],
        [],
      ])
      await decide(tx, id, { do: 'apart' }, { rows: [1] })
      expect(await apply(tx, id)).toMatchObject({ refused: 0 })
    })
  })
})
