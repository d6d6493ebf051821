import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID, type Person } from '../support/cast.ts'
import {
  addRows,
  check,
  checked,
  checkPart,
  decide,
  decidePerson,
  type PlannedRow,
  rowsOf,
  type Start,
  send,
  start,
} from '../support/imports.ts'
import { OWN } from '../support/own-rows.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql
type Values = Readonly<Record<string, unknown>>

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

/** The plan for rows that a person sends. */
const planned = (
  rows: readonly Values[],
  options: Start = {},
  { as = 'admin', arrange }: { as?: Person; arrange?: (tx: Tx) => Promise<unknown> } = {},
): Promise<readonly PlannedRow[]> =>
  stage.as(as, async (tx) => {
    await arrange?.(tx)
    const { id } = await checked(tx, rows, options)
    return rowsOf(tx, id)
  })

const problems = (rows: readonly PlannedRow[]) =>
  rows.map((row) => row.problems.map(({ problem }) => problem))
const effects = (rows: readonly PlannedRow[]) => rows.map(({ effect }) => effect)

describe('an import is refused', () => {
  it.each<[Start, string]>([
    [{ kind: 'server' }, '22023'],
    [{ fileName: '' }, '23514'],
    [{ key: 'vendor' }, '23514'],
    [{ key: 'own.nowhere' }, '22023'],
    [{ key: 'source' }, '22023'],
    [{ source: 'x'.repeat(121) }, '23514'],
  ])('at its start: %o', async (options, code) => {
    expect(await refusal(stage.as('admin', (tx) => start(tx, options)))).toMatchObject({ code })
  })

  it('to viewers, and to people without an account', async () => {
    for (const person of ['viewer', 'unplaced'] as const)
      expect(await refusal(stage.as(person, (tx) => start(tx)))).toMatchObject({
        code: '42501',
        message: 'Viewers cannot import.',
      })
  })

  it('while the feature is switched off, but for admins', async () => {
    const off = (tx: Tx) =>
      tx`insert into public.app_features (account_id, feature_name, enabled) values (${ID.acme}, 'agents', false)
        on conflict (account_id, feature_name) do update set enabled = false`
    const agents = async (person: Person) =>
      stage.as('admin', async (tx) => {
        await off(tx)
        await become(tx, person)
        return start(tx, { kind: 'agent' })
      })
    expect(await refusal(agents('manager'))).toMatchObject({
      code: '42501',
      message: 'The Agents feature is currently disabled.',
    })
    expect(await agents('admin')).toEqual(expect.any(String))
  })

  it.each(['manager', 'rival'] as const)('to people who have not started it: %s', async (person) => {
    const calls: readonly ((tx: Tx) => PromiseLike<unknown>)[] = [
      (tx: Tx) => addRows(tx, OWN.import, [{ name: 'A' }]),
      (tx: Tx) => checkPart(tx, OWN.import),
      (tx: Tx) => decide(tx, OWN.import, { do: 'leave' }, { effect: 'new' }),
      (tx: Tx) => decidePerson(tx, OWN.import, 'a', null),
      (tx: Tx) => tx`select public.apply_import(${OWN.import})`,
    ]
    for (const call of calls)
      expect(await refusal(stage.as(person, async (tx) => call(tx)))).toMatchObject({
        code: 'PT404',
        message: 'There is no such import.',
      })
    await stage.as(person, async (tx) => {
      await tx`select public.abandon_import(${OWN.import})`
      expect(await rowsOf(tx, OWN.import)).toEqual([])
    })
    expect(await stage.admin`select from public.imports where id = ${OWN.import}`).toHaveLength(1)
  })

  it.each([
    [{}],
    [[{ row: 0, values: {} }]],
    [[{ row: 1 }]],
    [[{ row: 1, values: [] }]],
    [[{ row: 1, values: {}, unreadable: 'name' }]],
    [Array.from({ length: 1001 }, (_, place) => ({ row: place + 1, values: {} }))],
  ])('where rows have another shape: %#', async (rows) => {
    expect(await refusal(stage.as('user', async (tx) => send(tx, await start(tx), rows)))).toMatchObject({
      code: '22023',
    })
  })

  it('once it is checked, and to be applied before', async () => {
    await stage.as('user', async (tx) => {
      const { id } = await checked(tx, [{ name: 'Wiki' }])
      expect(await refusal(tx.savepoint((inner) => addRows(inner, id, [{ name: 'B' }])))).toMatchObject({
        code: 'PT409',
        message: 'This import has been checked already.',
      })
      const unchecked = await start(tx)
      await addRows(tx, unchecked, [{ name: 'Wiki' }])
      expect(
        await refusal(tx.savepoint((inner) => inner`select public.apply_import(${unchecked})`)),
      ).toMatchObject({ code: 'PT409', message: 'Check this import before you apply it.' })
      const [plan] = await tx<{ act: string }[]>`select act from public.imports where id = ${unchecked}`
      expect(
        await refusal(tx.savepoint((inner) => inner`select public.undo_act(${plan?.act ?? ''})`)),
      ).toMatchObject({ code: 'PT404', message: 'You can no longer undo this.' })
      expect(await tx`select from public.systems where name = 'Wiki'`).toEqual([])
    })
  })

  it('and answers the same when it is applied or checked a second time', async () => {
    await stage.as('user', async (tx) => {
      const { id } = await checked(tx, [{ name: 'Wiki' }])
      const call = async (name: 'apply_import' | 'check_import') => {
        const [row] = await tx`select ${tx.unsafe(`public.${name}`)}(${id}) as plan`
        return row?.['plan']
      }
      const done = await call('apply_import')
      expect(done).toMatchObject({ state: 'done' })
      expect(await call('apply_import')).toEqual(done)
      expect(await call('check_import')).toEqual(done)
      expect(await tx`select from public.systems where name = 'Wiki'`).toHaveLength(1)
    })
  })

  it('for a decision that is none', async () => {
    const decisions: readonly (readonly [Values, string])[] = [
      [{ do: 'delete' }, '22023'],
      [{ do: 'join', record_id: ID.rivalSystem }, 'PT404'],
      [{ do: 'join', record_id: 'no id' }, 'PT404'],
    ]
    for (const [decision, code] of decisions)
      expect(
        await refusal(
          stage.as('user', async (tx) => {
            const { id } = await checked(tx, [{ name: 'Wiki' }])
            return decide(tx, id, decision, { rows: [1] })
          }),
        ),
      ).toMatchObject({ code })
  })

  it.each<[Person, Values, string]>([
    ['user', { member: ID.rival }, '23503'],
    ['user', { invite: 'new@acme.example', level: 'user' }, '42501'],
    ['admin', { invite: 'no address', level: 'user' }, '23514'],
    ['admin', { invite: 'new@acme.example', level: 'owner' }, '23514'],
    ['admin', {}, '22023'],
  ])('for what %s says of a person: %o', async (person, choice, code) => {
    expect(
      await refusal(
        stage.as(person, async (tx) => {
          const { id } = await checked(tx, [{ name: 'Wiki', owner: 'Nemo' }])
          return decidePerson(tx, id, 'Nemo', choice)
        }),
      ),
    ).toMatchObject({ code })
  })
})

describe('rows are told apart', () => {
  it('new, changed, and the same', async () => {
    const rows = await planned([{ name: 'Wiki' }, { name: 'BILLING', vendor: 'Acme' }, { name: 'Ledger' }])
    expect(effects(rows)).toEqual(['new', 'changed', 'same'])
    expect(rows[1]).toMatchObject({
      record_id: ID.billing,
      cells: [
        { field: 'name', before: 'Billing', after: 'BILLING' },
        { field: 'vendor', before: null, after: 'Acme' },
      ],
    })
  })

  it('by id, a row without one being new', async () => {
    const rows = await planned(
      [
        { id: ID.billing, name: 'Invoices' },
        { name: 'Wiki' },
        { id: ID.rivalSystem, name: 'Theirs' },
        { id: 'no id', name: 'Other' },
      ],
      { key: 'id' },
    )
    expect(effects(rows)).toEqual(['changed', 'new', 'error', 'error'])
    expect(problems(rows)).toEqual([[], [], ['not_found'], ['not_found']])
  })

  it('by an own field, which several records may have', async () => {
    const seats = async (tx: Tx) => {
      await tx`update public.systems set own = '{"seats": 7}' where id in (${ID.billing}, ${ID.ledger})`
      await tx`update public.systems set own = '{"seats": 8}' where id = ${ID.archive}`
    }
    const rows = await planned(
      [
        { name: 'Both', 'own.seats': 7 },
        { name: 'Archives', 'own.seats': 8 },
        { name: 'None', 'own.seats': null },
      ],
      { key: 'own.seats' },
      { arrange: seats },
    )
    expect(problems(rows)).toEqual([['several'], [], ['key_missing']])
    expect(rows[1]).toMatchObject({ effect: 'changed', record_id: ID.archive })
  })

  it('with what is wrong with each', async () => {
    const rows = await planned([
      { name: '' },
      { name: 'x'.repeat(121) },
      { name: 'A', description: 'x'.repeat(10_000) },
      { name: 'B', status: 'huge' },
      { name: 'C', renews_on: '2026-02-30' },
      { name: 'D', cost_per_month: -1, cost_currency: 'EUR' },
      { name: 'E', cost_per_month: 5 },
      { name: 'F', 'own.nowhere': 1 },
      { name: 'G', 'own.seats': 'many' },
      { name: 'H', links: ['javascript:alert(1)'] },
      { name: 'I', tags: ['#one'] },
      { name: 'Twin' },
      { name: 'TWIN' },
      { name: 'J', vendor: { a: 1 } },
      { name: 'K', account_id: ID.rivals },
    ])
    expect(problems(rows).map(([first]) => first)).toEqual([
      'name_missing',
      ...Array(6).fill('value'),
      'no_field',
      'value',
      'value',
      'unknown_tag',
      undefined,
      'repeated',
      'value',
      'no_field',
    ])
    expect(rows[12]?.problems[0]?.detail).toBe('12')
    expect(rows[2]?.problems[0]).toEqual({
      problem: 'value',
      field: 'description',
      detail: 'Description must have at most 2,000 characters.',
      refusal: 'field.length {"most": 2000, "field": "Description"}',
    })
  })

  it('with what is unreadable', async () => {
    await stage.as('user', async (tx) => {
      const id = await start(tx)
      await send(tx, id, [{ row: 1, values: { name: 'Wiki' }, unreadable: ['description'] }])
      await check(tx, id)
      expect((await rowsOf(tx, id))[0]?.problems).toEqual([
        { problem: 'unreadable', field: 'description', detail: null },
      ])
    })
  })

  it('with what the caller may not do', async () => {
    const rows = await planned(
      [{ name: 'Billing', vendor: 'Acme' }, { name: 'Ledger', vendor: 'Acme' }, { name: 'Ledger GmbH' }],
      {},
      { as: 'user' },
    )
    expect(effects(rows)).toEqual(['changed', 'error', 'duplicate'])
    expect(problems(rows)).toEqual([[], ['no_right'], []])
  })

  it('with what is in the bin, which the importer can keep apart', async () => {
    await stage.as('admin', async (tx) => {
      await tx`delete from public.systems where id = ${ID.ledger}`
      const byId = await checked(tx, [{ id: ID.ledger, name: 'Ledger' }], { key: 'id' })
      expect(problems(await rowsOf(tx, byId.id))).toEqual([['in_bin']])
      const { id } = await checked(tx, [{ name: 'Ledger' }])
      expect(problems(await rowsOf(tx, id))).toEqual([['in_bin']])
      await decide(tx, id, { do: 'apart' }, { rows: [1] })
      expect(effects(await rowsOf(tx, id))).toEqual(['new'])
    })
  })

  it('with what the importer restores from the bin, row by row or all of them', async () => {
    await stage.as('admin', async (tx) => {
      await tx`delete from public.systems where id in ${tx([ID.ledger, ID.billing])}`
      const { id, plan } = await checked(tx, [
        { name: 'Ledger', vendor: 'Acme' },
        { name: 'Billing' },
        { name: '' },
      ])
      expect(plan.in_bin).toBe(2)
      expect(await decide(tx, id, { do: 'restore' }, { rows: [1] })).toMatchObject({ in_bin: 1 })
      expect(effects(await rowsOf(tx, id))).toEqual(['changed', 'error', 'error'])
      expect(await decide(tx, id, { do: 'restore' }, { effect: 'error' })).toMatchObject({ in_bin: 0 })
      expect(effects(await rowsOf(tx, id))).toEqual(['changed', 'same', 'error'])
      expect(await tx`select from public.acts where action = 'restore'`).toHaveLength(1)
    })
  })

  it('with records in the bin that the importer may not restore, which stay there', async () => {
    await stage.as('admin', async (tx) => {
      await tx`delete from public.systems where id = ${ID.ledger}`
      await become(tx, 'user')
      const { id } = await checked(tx, [{ name: 'Ledger' }])
      expect(await decide(tx, id, { do: 'restore' }, { rows: [1] })).toMatchObject({ in_bin: 1 })
    })
  })

  it('with the records that they could be', async () => {
    const link = JSON.stringify([{ purpose: 'docs', title: '', url: 'https://www.Example.com/wiki/' }])
    const rows = await planned(
      [
        { name: 'Ledger GmbH & Co. KG', vendor: 'Acme' },
        { name: 'Handbook', links: ['http://example.com/wiki'] },
        { name: 'Notes' },
        { name: 'notes.' },
      ],
      {},
      {
        arrange: (tx) => tx`update public.systems set links = ${link}::text::jsonb where id = ${ID.billing}`,
      },
    )
    expect(effects(rows)).toEqual(['duplicate', 'duplicate', 'new', 'duplicate'])
    expect(
      rows.map(({ candidates }) => candidates.map(({ record_id, row, reason }) => [record_id, row, reason])),
    ).toEqual([[[ID.ledger, null, 'name']], [[ID.billing, null, 'address']], [], [[null, 3, 'name']]])
    expect(rows[0]?.candidates[0]?.cells).toEqual([
      { field: 'name', before: 'Ledger', after: 'Ledger GmbH & Co. KG' },
      { field: 'vendor', before: null, after: 'Acme' },
    ])
  })

  it('and joined field by field, or kept apart', async () => {
    await stage.as('admin', async (tx) => {
      const { id } = await checked(tx, [
        { name: 'Ledger GmbH', vendor: 'Acme' },
        { name: 'Billing Ltd.' },
        { name: 'Billing' },
      ])
      await decide(tx, id, { do: 'join', record_id: ID.ledger, fields: ['vendor'] }, { rows: [1] })
      await decide(tx, id, { do: 'join', record_id: ID.billing, fields: null }, { rows: [2] })
      const joined = await rowsOf(tx, id)
      expect(joined[0]).toMatchObject({
        effect: 'changed',
        record_id: ID.ledger,
        cells: [{ field: 'vendor', before: null, after: 'Acme' }],
      })
      expect(problems(joined)[1]).toEqual(['repeated'])
      await decide(tx, id, { do: 'apart' }, { rows: [1, 2] })
      expect(effects(await rowsOf(tx, id))).toEqual(['new', 'new', 'same'])
      await decide(tx, id, null, { rows: [1] })
      expect(effects(await rowsOf(tx, id))[0]).toBe('duplicate')
    })
  })

  it('by source, with what is gone there', async () => {
    const first = (tx: Tx) =>
      tx`update public.systems set imported_from = 'CMDB', source_id = case id when ${ID.billing} then 'a' else 'b' end
        where id in (${ID.billing}, ${ID.ledger})`
    await stage.as('admin', async (tx) => {
      await first(tx)
      const options = { key: 'source', source: 'CMDB' }
      const { id, plan } = await checked(
        tx,
        [
          { name: 'Billing 2', source_id: 'a' },
          { name: 'New', source_id: 'c' },
        ],
        options,
      )
      expect(plan.summary).toMatchObject({ new: 1, changed: 1, gone: 1 })
      expect((await rowsOf(tx, id, 'gone'))[0]).toMatchObject({
        row: -1,
        record_id: ID.ledger,
        name: 'Ledger',
      })
      const other = await checked(tx, [{ name: 'Archive', source_id: 'x' }], options)
      expect(await rowsOf(tx, other.id, 'duplicate')).toHaveLength(1)
    })
  })
})

describe('people are found', () => {
  it('by address or name, and asked for once', async () => {
    await stage.as('admin', async (tx) => {
      const { id, plan } = await checked(tx, [
        { name: 'A', owner: 'UMA@acme.test' },
        { name: 'B', owner: 'Vic Viewer', experts: ['Uma User', 'Nemo'] },
        { name: 'C', owner: 'NEMO' },
      ])
      expect(plan.people).toEqual([
        { word: expect.stringMatching(/^nemo$/i), rows: 2, is_owner: true, choice: null },
      ])
      const owners = async () =>
        (await rowsOf(tx, id)).map(({ cells }) => cells.find(({ field }) => field === 'owner')?.after)
      expect(await owners()).toEqual(['Uma User', 'Vic Viewer', undefined])
      await decidePerson(tx, id, 'nemo', { member: ID.manager })
      const now = await check(tx, id)
      expect(await owners()).toEqual(['Uma User', 'Vic Viewer', expect.any(String)])
      expect(now.people).toMatchObject([{ rows: 2, choice: { member: ID.manager } }])
      await decidePerson(tx, id, 'Nemo', null)
      await check(tx, id)
      expect(await owners()).toEqual(['Uma User', 'Vic Viewer', undefined])
    })
  })

  it('invited ones by name, and by address for admins alone', async () => {
    const [{ name = '', email = '' } = {}] = await stage.admin<{ name: string; email: string }[]>`
      select name, email from public.pending_invitations where id = ${ID.invitation}`
    const owner = async (person: Person) =>
      (
        await planned(
          [
            { name: 'A', owner: name },
            { name: 'B', owner: email },
          ],
          {},
          { as: person },
        )
      ).map(({ cells }) => cells.find(({ field }) => field === 'owner')?.after)
    expect(await owner('user')).toEqual([name, undefined])
    expect(await owner('admin')).toEqual([name, name])
  })
})

describe('how a file was matched', () => {
  const match = (tx: Tx) =>
    tx`select public.remember_import_match('system', '{Name,Status}', '{"columns": {"Name": "name"}}')`
  const remembered = async (tx: Tx, heads: string) => {
    const [row] = await tx`select public.get_import_match('system', ${heads}::text[]) as found`
    return row?.['found']
  }

  it('is not remembered for viewers', async () => {
    expect(await refusal(stage.as('viewer', match))).toMatchObject({ code: '42501' })
  })

  it('is known to the account, in any capitals, and to no other', async () => {
    await stage.as('user', async (tx) => {
      await match(tx)
      await become(tx, 'manager')
      expect(await remembered(tx, '{" name",STATUS}')).toEqual({ columns: { Name: 'name' } })
      expect(await remembered(tx, '{Status,Name}')).toBeNull()
      await become(tx, 'rival')
      expect(await remembered(tx, '{Name,Status}')).toBeNull()
    })
  })

  it('says what words of choices meant to those who may import, and to no other account', async () => {
    const words = async (tx: Tx) => {
      const [row] = await tx`select public.get_import_words('system') as found`
      return row?.['found']
    }
    await stage.as('user', async (tx) => {
      const matched = {
        columns: {},
        words: { status: { up: 'active' }, name: { a: 'b' }, vendor: 'no words' },
      }
      await tx`select public.remember_import_match('system', '{Name}', ${JSON.stringify(matched)}::text::jsonb)`
      await become(tx, 'manager')
      expect(await words(tx)).toEqual({ status: { up: 'active' } })
      await become(tx, 'viewer')
      expect(await words(tx)).toEqual({})
      await become(tx, 'rival')
      expect(await words(tx)).toEqual({})
    })
  })
})

it('deletes imports after a week', async () => {
  await stage.admin
    .begin(async (tx) => {
      await tx`update public.imports set started_at = now() - interval '8 days' where id = ${OWN.import}`
      expect(await tx`select private.accounts_with_expired('imports', 7) as account`).toEqual([
        { account: ID.acme },
      ])
      expect(
        await tx`select key from private.expired_rows('imports', 7, ${ID.acme}, '{}', 10) as key`,
      ).toEqual([{ key: OWN.import }])
      const [row] = await tx`select public.delete_expired('imports', 7, 1000, ${ID.acme}) as deleted`
      expect(row).toEqual({ deleted: 1 })
      expect(await tx`select from public.import_rows where import_id = ${OWN.import}`).toHaveLength(0)
      throw new Error('not kept')
    })
    .catch((error: unknown) => expect(error).toMatchObject({ message: 'not kept' }))
})

it('reads each row a few times, though the statistics know of few rows', async () => {
  const amount = 300
  await stage.admin`analyze public.import_rows`
  const read = await stage.as('admin', async (tx) => {
    const rows = Array.from({ length: amount }, (_, index) => ({ name: `Server ${index}` }))
    expect(new Set(effects(await rowsOf(tx, (await checked(tx, rows)).id)))).toEqual(new Set(['new']))
    const [counted] = await tx<{ read: string }[]>`
      select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
      where relid = 'public.import_rows'::regclass`
    return Number(counted?.read)
  })
  expect(read).toBeGreaterThanOrEqual(amount)
  // Where the statistics mislead, each row is compared with each a few times, and not each pair with each.
  expect(read).toBeLessThan(10 * amount * amount)
})
