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
  decidePerson,
  onSlowMachine,
  rowsOf,
  start,
} from '../support/imports.ts'
import { OWN } from '../support/own-rows.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

const named = async (tx: Tx, name: string, table = 'systems') => {
  const [row] = await tx`select * from public.${tx(table)} where account_id = ${ID.acme} and name = ${name}`
  return row
}

async function undo(tx: Tx, act: string | null, skip = 0) {
  const [row] = await tx<
    { answer: { undone: number; left: { problem: string }[]; next: number | null; act: string } }[]
  >`
    select public.undo_act(${act}, ${skip}) as answer`
  if (row === undefined) throw new Error('No answer.')
  return row.answer
}

const ROW = {
  ...{ name: 'Wiki', description: 'Pages.', vendor: 'Acme', criticality: 'high', renews_on: '2027-01-31' },
  ...{ cost_per_month: 12.345, cost_currency: 'eur', owner: 'Vic Viewer', experts: ['uma@acme.test'] },
  ...{ tags: ['Finance', 'docs'], links: ['https://example.com/'], 'own.seats': 5, source_id: 'w1' },
}

describe('a plan is refused when it is applied', () => {
  it('to an importer who is a viewer by now, from one part to the next', async () => {
    const id = await stage.as('user', async (tx) => (await checked(tx, [{ name: 'Wiki' }])).id, {
      keep: true,
    })
    await stage.admin`update public.account_members set permission_level = 'viewer' where user_id = ${ID.user}`
    expect(await refusal(stage.as('user', (tx) => applyPart(tx, id)))).toMatchObject({
      code: '42501',
      message: 'Viewers cannot import.',
    })
    await stage.admin`update public.account_members set permission_level = 'user' where user_id = ${ID.user}`
  })

  it('row by row, where another member has changed or deleted the record, or the importer may no more', async () => {
    const keep = { keep: true }
    const id = await stage.as(
      'manager',
      async (tx) => {
        await tx`insert into public.systems (name) values ('One'), ('Two'), ('Three'), ('Four')`
        return (
          await checked(
            tx,
            ['One', 'Two', 'Three', 'Four'].map((name) => ({ name, vendor: 'Acme' })),
          )
        ).id
      },
      keep,
    )
    await stage.as('admin', (tx) => tx`update public.systems set vendor = 'Other' where name = 'One'`, keep)
    await stage.as('admin', (tx) => tx`delete from public.systems where name = 'Two'`, keep)
    await stage.admin`update public.account_members set permission_level = 'user' where user_id = ${ID.manager}`
    await stage.admin`update public.systems set created_by = null where name = 'Three'`
    await stage.as(
      'manager',
      async (tx) => {
        const plan = await apply(tx, id)
        expect(plan).toMatchObject({ applied: 4, refused: 3 })
        expect(
          (await rowsOf(tx, id, 'refused')).map(({ row, problems }) => [
            row,
            problems[0]?.problem,
            problems[0]?.detail,
          ]),
        ).toEqual([
          [1, 'changed', 'Ada Admin'],
          [2, 'deleted', null],
          [3, expect.stringMatching(/^(no_right|changed)$/), null],
        ])
        expect(await named(tx, 'One')).toMatchObject({ vendor: 'Other' })
        expect(await named(tx, 'Four')).toMatchObject({ vendor: 'Acme' })
      },
      keep,
    )
    await stage.admin`update public.account_members set permission_level = 'manager' where user_id = ${ID.manager}`
    await stage.as(
      'manager',
      async (tx) => {
        // Another try starts from the other member's version.
        const again = await decide(tx, id, { do: 'apply' }, { rows: [1] })
        expect(again).toMatchObject({ state: 'applying', summary: { changed: expect.any(Number) } })
        expect((await apply(tx, id)).refused).toBe(2)
        expect(await named(tx, 'One')).toMatchObject({ vendor: 'Acme' })
      },
      keep,
    )
  })

  it('a taken name does not keep other rows from being written', async () => {
    const rows = Array.from({ length: 9 }, (_, place) => ({ name: `Fresh ${place}` }))
    const id = await stage.as('user', async (tx) => (await checked(tx, rows)).id, { keep: true })
    await stage.as('admin', (tx) => tx`insert into public.systems (name) values ('FRESH 4')`, { keep: true })
    await stage.as('user', async (tx) => {
      expect(await apply(tx, id)).toMatchObject({ applied: 9, refused: 1, state: 'done' })
      expect((await rowsOf(tx, id, 'refused'))[0]).toMatchObject({
        name: 'Fresh 4',
        problems: [{ problem: 'name_taken' }],
      })
      expect(await tx`select from public.systems where name like 'Fresh%'`).toHaveLength(8)
    })
  })
})

describe('a plan is applied', () => {
  it('as it was shown, by the rules of forms, as one act', async () => {
    await stage.as('user', async (tx) => {
      const { id } = await checked(tx, [ROW, { name: 'Billing', tags: ['docs'] }], {
        fileName: 'apps.xlsx',
        source: 'CMDB',
      })
      expect(await named(tx, 'Wiki')).toBeUndefined()
      const plan = await apply(tx, id)
      expect(plan).toMatchObject({ state: 'done', applied: 2, refused: 0, act: expect.any(String) })
      const wiki = await named(tx, 'Wiki')
      expect(wiki).toMatchObject({
        ...{
          description: 'Pages.',
          vendor: 'Acme',
          criticality: 'high',
          cost_per_month: '12.35',
          cost_currency: 'EUR',
        },
        ...{ owner_id: ID.viewer, created_by: ID.user, own: { seats: 5 }, status: 'active' },
        ...{ imported_from: 'CMDB', source_id: 'w1', tags: expect.stringContaining(OWN.tag) },
        links: [{ purpose: 'other', title: '', url: 'https://example.com/' }],
      })
      expect(await tx`select expert_id from public.record_experts where record_id = ${wiki?.['id']}`).toEqual(
        [{ expert_id: ID.user }],
      )
      expect(await tx`select action, kind, value, records from public.acts where id = ${plan.act}`).toEqual([
        { action: 'import', kind: 'system', value: 'apps.xlsx', records: 2 },
      ])
      const again = await checked(tx, [ROW, { name: 'Billing', tags: ['docs'] }], { source: 'CMDB' })
      expect(again.plan.summary).toMatchObject({ same: 2, new: 0, changed: 0 })
      expect(await apply(tx, again.id)).toMatchObject({ state: 'done', applied: 0, act: null })
    })
  })

  it.each([
    [
      'solution',
      { name: 'Shop', use_cases: ['Sell', 'Sell', 'Buy'], users: ['Sales'] },
      { use_cases: '{Sell,Buy}', users: '{Sales}' },
    ],
    [
      'agent',
      { name: 'Bot', platform: 'OpenAI', status: 'training' },
      { platform: 'OpenAI', status: 'training' },
    ],
    ['agent', { name: 'Bot' }, { platform: 'Other', status: 'inactive' }],
    [
      'automation',
      { name: 'Flow', source: 'Zapier', webhook_url: 'https://a.example/x' },
      { source: 'Zapier', webhook_url: 'https://a.example/x' },
    ],
  ])('to each kind: %s', async (kind, row, expected) => {
    await stage.as('user', async (tx) => {
      const { id } = await checked(tx, [row], { kind })
      expect(await apply(tx, id)).toMatchObject({ applied: 1, refused: 0 })
      expect(await named(tx, row.name, `${kind}s`)).toMatchObject(expected)
    })
  })

  it('with null a field is emptied, and what is missing stays', async () => {
    await stage.as('manager', async (tx) => {
      const full = await checked(tx, [ROW])
      await apply(tx, full.id)
      const { id } = await checked(tx, [
        { name: 'Wiki', cost_per_month: null, owner: null, experts: null, 'own.seats': null, vendor: null },
      ])
      expect(await apply(tx, id)).toMatchObject({ applied: 1, refused: 0 })
      expect(await named(tx, 'Wiki')).toMatchObject({
        ...{ cost_per_month: null, cost_currency: null, owner_id: null, vendor: '', own: {} },
        ...{ description: 'Pages.', criticality: 'high' },
      })
      expect(
        await tx`select from public.record_experts e join public.systems s on s.id = e.record_id where s.name = 'Wiki'`,
      ).toHaveLength(0)
    })
  })

  it('in parts that each do their rows once, also for two windows at once', async () => {
    const rows = Array.from({ length: 600 }, (_, place) => ({ name: `Part ${place}` }))
    const id = await stage.as(
      'user',
      async (tx) => {
        const begun = await start(tx)
        await addRows(tx, begun, rows)
        await addRows(tx, begun, rows.slice(0, 10))
        await check(tx, begun)
        return begun
      },
      { keep: true },
    )
    const part = () => stage.as('user', (tx) => applyPart(tx, id), { keep: true })
    for (const { applied } of await Promise.all([part(), part()])) expect(applied).toBeGreaterThanOrEqual(100)
    expect(await stage.as('user', (tx) => apply(tx, id), { keep: true })).toMatchObject({
      state: 'done',
      applied: 600,
      refused: 0,
    })
    expect(await stage.admin`select from public.systems where name like 'Part %'`).toHaveLength(600)
    expect(
      await stage.admin`select records from public.acts where action = 'import' and records = 600`,
    ).toHaveLength(1)
  })

  it('for about two seconds with each call, however slow the machine is', async () => {
    const rows = Array.from({ length: 300 }, (_, place) => ({ name: `Slow ${place}` }))
    const id = await stage.as('user', async (tx) => (await checked(tx, rows)).id, { keep: true })
    const part = () => stage.as('user', (tx) => applyPart(tx, id), { keep: true })
    expect(await onSlowMachine(stage.admin, part)).toMatchObject({ state: 'applying', applied: 100 })
    expect(await part()).toMatchObject({ state: 'done', applied: 300 })
  })

  it('leaves rows that were skipped or undecided, and moves records gone from the source into the bin where asked to', async () => {
    await stage.as('admin', async (tx) => {
      await tx`update public.systems set imported_from = 'CMDB', source_id = name where id in (${ID.billing}, ${ID.ledger})`
      const { id } = await checked(
        tx,
        [
          { name: 'Wiki', source_id: 'w' },
          { name: 'Other', source_id: 'o' },
          { name: 'Archive Ltd', source_id: 'a' },
        ],
        { key: 'source', source: 'CMDB' },
      )
      await decide(tx, id, { do: 'leave' }, { rows: [2] })
      await decide(tx, id, { do: 'bin' }, { rows: [-1] })
      expect(await apply(tx, id)).toMatchObject({ applied: 2, undecided: 1 })
      expect((await rowsOf(tx, id)).map(({ name, outcome }) => [name, outcome])).toEqual([
        ['Ledger', null],
        ['Billing', 'done'],
        ['Wiki', 'done'],
        ['Other', 'left'],
        ['Archive Ltd', null],
      ])
      expect(await named(tx, 'Billing')).toBeUndefined()
      expect(await named(tx, 'Ledger')).toBeDefined()
    })
  })

  it('takes the person whose address is invited by then as an invited owner', async () => {
    await stage.as('admin', async (tx) => {
      const { id } = await checked(tx, [{ name: 'Wiki', owner: 'Nora New' }])
      await decidePerson(tx, id, 'Nora New', { invite: 'ivy@else.test', level: 'user' })
      await check(tx, id)
      await apply(tx, id)
      expect(await named(tx, 'Wiki')).toMatchObject({ owner_id: null, invited_owner_id: ID.invitation })
    })
  })
})

describe('an import is undone', () => {
  it('new records go into the bin, and changed ones are as before', async () => {
    await stage.as('manager', async (tx) => {
      const before = await named(tx, 'Archive')
      const { id } = await checked(tx, [ROW, { ...ROW, name: 'ARCHIVE', source_id: 'x' }])
      const { act } = await apply(tx, id)
      expect(await undo(tx, act)).toMatchObject({ undone: 2, left: [], next: null })
      expect(await named(tx, 'Wiki')).toBeUndefined()
      const { updated_at: _, updated_by: __, ...after } = (await named(tx, 'Archive')) ?? {}
      expect(before).toMatchObject(after)
      expect(await tx`select from public.record_experts where record_id = ${ID.archive}`).toHaveLength(0)
    })
  })

  it('except changes that another member has made since, who is named', async () => {
    const keep = { keep: true }
    const { act } = await stage.as(
      'user',
      async (tx) => apply(tx, (await checked(tx, [{ name: 'Mine' }, { name: 'Touched' }])).id),
      keep,
    )
    await stage.as(
      'admin',
      (tx) => tx`update public.systems set vendor = 'Acme' where name = 'Touched'`,
      keep,
    )
    await stage.as('user', async (tx) => {
      expect(await undo(tx, act)).toMatchObject({
        undone: 1,
        left: [{ problem: 'changed', by_name: 'Ada Admin', records: 1 }],
      })
      expect(await named(tx, 'Touched')).toBeDefined()
      expect(await named(tx, 'Mine')).toBeUndefined()
    })
  })

  it('page by page, as one act', async () => {
    const rows = Array.from({ length: 1100 }, (_, place) => ({ name: `Many ${place}` }))
    const keep = { keep: true }
    const id = await stage.as(
      'user',
      async (tx) => {
        const begun = await start(tx)
        for (const from of [0, 1000]) await addRows(tx, begun, rows.slice(from, from + 1000), from + 1)
        await check(tx, begun)
        return begun
      },
      keep,
    )
    let now = await stage.as('user', (tx) => applyPart(tx, id), keep)
    while (now.state !== 'done') now = await stage.as('user', (tx) => applyPart(tx, id), keep)
    const { act } = now
    const first = await stage.as('user', (tx) => undo(tx, act), keep)
    expect(first).toMatchObject({ left: [], next: first.undone })
    let { undone, next } = first
    while (next !== null) {
      const from: number = next
      const page = await stage.as('user', (tx) => undo(tx, act, from), keep)
      expect(page).toMatchObject({ act: first.act, left: [] })
      undone += page.undone
      next = page.next
    }
    expect(undone).toBe(1100)
    expect(await stage.admin`select records from public.acts where id = ${first.act}`).toEqual([
      { records: 1100 },
    ])
    expect(await stage.admin`select from public.systems where name like 'Many %'`).toHaveLength(0)
  })
})

describe('relations of rows', () => {
  const related = async (tx: Tx, name: string) =>
    (
      await tx`select o.name, r.type, r.assigned_by from public.relations r
        join public.systems s on s.id = r.from_id join private.records o on o.id = r.to_id
        where s.account_id = ${ID.acme} and s.name = ${name} order by r.type, o.name`
    ).map((row) => [row['type'], row['name']])
  const needs = (name: string, depends_on: readonly string[], more: object = {}) => ({
    name,
    depends_on,
    ...more,
  })

  it('lead to records of all kinds and to later rows, once, and go with an undo', async () => {
    await stage.as('user', async (tx) => {
      const rows = [
        needs('Shop', ['stock', 'BILLING', 'agent: Helper', 'Reminders', 'Stock']),
        needs('Stock', ['Shop'], { part_of: ['Ledger'], provides: ['Shop'] }),
        needs('Ledger', ['Stock']),
      ]
      const { id } = await checked(tx, rows)
      const [shop, , ledger] = await rowsOf(tx, id)
      expect(shop?.cells.at(-1)).toEqual({
        field: 'depends_on',
        before: null,
        after: ['Billing', 'Helper', 'Reminders', 'Stock'],
      })
      expect(ledger).toMatchObject({ effect: 'changed', problems: [] })
      const { act } = await apply(tx, id)
      expect(await related(tx, 'Shop')).toEqual([
        ['depends_on', 'Billing'],
        ['depends_on', 'Helper'],
        ['depends_on', 'Reminders'],
        ['depends_on', 'Stock'],
        ['runs_in', 'Stock'],
      ])
      expect(await related(tx, 'Stock')).toEqual([
        ['depends_on', 'Shop'],
        ['part_of', 'Ledger'],
      ])
      const again = await checked(tx, rows)
      expect(again.plan.summary).toMatchObject({ same: 3, changed: 0 })
      expect(await undo(tx, act)).toMatchObject({ left: [] })
      expect(await named(tx, 'Shop')).toBeUndefined()
      expect(await tx`select from public.relations where ${ID.ledger} in (from_id, to_id)`).toHaveLength(0)
    })
  })

  it('come back when the undo is undone', async () => {
    await stage.as('user', async (tx) => {
      const { id } = await checked(tx, [needs('Shop', ['Billing']), needs('Ledger', ['Shop', 'Billing'])])
      const { act } = await apply(tx, id)
      const undone = await undo(tx, act)
      expect(await related(tx, 'Ledger')).toEqual([])
      expect(await undo(tx, undone.act)).toMatchObject({ left: [] })
      expect(await related(tx, 'Shop')).toEqual([['depends_on', 'Billing']])
      expect(await related(tx, 'Ledger')).toEqual([
        ['depends_on', 'Billing'],
        ['depends_on', 'Shop'],
      ])
    })
  })

  it('are left out where a word means no record, several or the row itself, and the row is written', async () => {
    await stage.as('user', async (tx) => {
      for (const table of ['agents', 'automations'] as const)
        await tx`insert into public.${tx(table)} ${tx(
          table === 'agents' ? { name: 'Twin', platform: 'Other' } : { name: 'Twin', source: 'Other' },
        )}`
      const { id, plan } = await checked(tx, [
        needs('Shop', ['Nowhere', 'Twin', 'shop', 'automation: Twin', 'Bad']),
        { name: 'Bad', depends_on: ['Shop'], criticality: 'very' },
      ])
      expect(plan.summary).toMatchObject({ new: 1, error: 1 })
      const shop = async () => (await rowsOf(tx, id))[0]
      const found = [
        { problem: 'unknown_record', field: 'depends_on', detail: 'Nowhere' },
        { problem: 'several_records', field: 'depends_on', detail: 'Twin' },
        { problem: 'value', field: 'depends_on', refusal: 'relation.itself' },
      ]
      const byDetail = (one?: { problems: readonly { problem: string }[] }) =>
        one?.problems.toSorted((a, b) => a.problem.localeCompare(b.problem))
      expect(byDetail(await shop())).toMatchObject(
        found.toSorted((a, b) => a.problem.localeCompare(b.problem)),
      )
      expect(await apply(tx, id)).toMatchObject({ state: 'done', applied: 1, refused: 0 })
      expect(await related(tx, 'Shop')).toEqual([['depends_on', 'Twin']])
      expect((await shop())?.problems).toContainEqual({
        problem: 'unknown_record',
        field: 'depends_on',
        detail: 'Bad',
      })
    })
  })

  it('name records by their ids at the source', async () => {
    await stage.as('user', async (tx) => {
      const row = (name: string, depends_on: readonly string[]) =>
        needs(`The ${name}`, depends_on, { source_id: `component:default/${name}` })
      const rows = [row('web', ['component:default/db']), row('db', [])]
      const options = { key: 'source', source: 'Backstage' }
      await apply(tx, (await checked(tx, rows, options)).id)
      expect(await related(tx, 'The web')).toEqual([['depends_on', 'The db']])
      expect((await checked(tx, rows, options)).plan.summary).toMatchObject({ same: 2 })
    })
  })

  it('are added also to records that the importer may not change', async () => {
    await stage.as('user', async (tx) => {
      const { id } = await checked(tx, [needs('Ledger', ['Billing'])])
      expect(await apply(tx, id)).toMatchObject({ applied: 1, refused: 0 })
      expect(await related(tx, 'Ledger')).toEqual([['depends_on', 'Billing']])
    })
  })
})
