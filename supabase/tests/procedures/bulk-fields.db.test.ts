import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { change, listOf, preview, SYSTEMS, undoAct } from '../support/bulk.ts'
import { ID } from '../support/cast.ts'
import { define, rolledBack } from '../support/own-fields.ts'
import { OWN } from '../support/own-rows.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql
type Values = Readonly<Record<string, unknown>>

const set = (fields: Values) => ({ action: 'field', value: JSON.stringify(fields) })

interface NewField {
  key: string
  type: string
  kind?: string
  choices?: readonly { id: string; name: string }[]
  recordKind?: string
}

/** Adds a custom field as the present actor, named like its key in capitals. */
async function newField(tx: Tx, { key, type, kind = 'system', choices = [], recordKind }: NewField) {
  await tx`
    insert into public.own_fields (kind, key, name, type, choices, record_kind)
    values (${kind}, ${key}, ${key.toUpperCase()}, ${type}, ${JSON.stringify(choices)}::text::jsonb, ${recordKind ?? null})`
}

/** The values of SYSTEMS in a column, in the order of their names. */
async function values(tx: Tx, expression: string): Promise<readonly unknown[]> {
  const rows = await tx<{ value: unknown }[]>`
    select ${tx.unsafe(expression)} as value from public.systems
    where id = any (${listOf(SYSTEMS)}::uuid[]) order by name`
  return rows.map(({ value }) => value)
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

/** The refusals that an admin gets for a value of fields, in a preview and in the change. */
async function refusals(fields: Values, arrange: (tx: Tx) => Promise<unknown> = async () => null) {
  const said = []
  for (const call of [preview, change])
    said.push(
      await refusal(
        stage.as('admin', async (tx) => {
          await arrange(tx)
          return call(tx, set(fields))
        }),
      ),
    )
  return said
}

const refused = (message: string, code = '23514') => Array(2).fill(expect.objectContaining({ code, message }))

describe('a field in bulk is refused', () => {
  it.each([
    [{}],
    [{ vendor: 'Acme', department: 'IT' }],
    [{ cost_currency: 'EUR' }],
    [{ vendor: 'Acme', cost_currency: 'EUR' }],
  ])('where it is not one: %o', async (fields) => {
    expect(await refusals(fields)).toEqual(
      refused('Name one field and its value. A cost comes with its currency.', '22023'),
    )
  })

  it.each([
    ...[null, 'no JSON', '"vendor"', '[]', '{"cost_per_month": 1e999999}'],
    `{"vendor": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  ])('where the value is no object: %.40s', async (value) => {
    expect(await refusal(stage.as('admin', (tx) => change(tx, { action: 'field', value })))).toMatchObject({
      code: '22023',
      message: 'Name one field and its value. A cost comes with its currency.',
    })
  })

  it.each([
    [{ name: 'Other' }, 'There is no field name.'],
    [{ account_id: ID.rival }, 'There is no field account_id.'],
    [{ 'own.nowhere': 1 }, 'There is no field own.nowhere.'],
    [{ vendor: 5 }, 'Vendor must be a text.'],
    [{ vendor: 'x'.repeat(121) }, 'Vendor must have at most 120 characters.'],
    [{ department: ['IT'] }, 'Department must be a text.'],
    [{ criticality: 'huge' }, 'Criticality must be one of its present choices.'],
    [{ data_class: 'huge' }, 'Data class must be one of its present choices.'],
    [{ lifecycle: true }, 'Lifecycle must be a text.'],
    [{ cost_per_month: 'much', cost_currency: 'EUR' }, 'Cost per month must be a number.'],
    [
      { cost_per_month: -1, cost_currency: 'EUR' },
      'Cost per month must be a number from 0 to 1,000,000,000,000.',
    ],
    [{ cost_per_month: 1 }, 'A cost needs a currency of three capital letters, such as EUR.'],
    [
      { cost_per_month: 1, cost_currency: 'eur' },
      'A cost needs a currency of three capital letters, such as EUR.',
    ],
    [
      { renews_on: '2026-02-30' },
      'Renewal or contract end must be a day between the years 1900 and 9999, such as 2026-12-31.',
    ],
  ])('by name: %o', async (fields, message) => {
    expect(await refusals(fields)).toEqual(refused(message))
  })

  it.each([
    ['number', 'many', 'X must be a number.'],
    ['text', 'x'.repeat(501), 'X must have at most 500 characters.'],
    ['long_text', 7, 'X must be a text.'],
    ['yes_no', 'yes', 'X must be yes or no.'],
    ['date', 'soon', 'X must be a day between the years 1900 and 9999, such as 2026-12-31.'],
    ['choice', 'other', 'X must be one of its present choices.'],
    ['choices', ['other'], 'X must be some of its present choices.'],
    ['address', 'javascript:alert(1)', 'X must be an address that begins with http:// or https://.'],
    ['member', ID.rival, 'X must be a member of your account.'],
    ['member', OWN.tag, 'X must be a member of your account.'],
  ])('of the type %s with the value %s', async (type, value, message) => {
    const arrange = (tx: Tx) => newField(tx, { key: 'x', type, choices: [{ id: 'one', name: 'One' }] })
    expect(await refusals({ 'own.x': value }, arrange)).toEqual(refused(message))
  })

  it('of the type record, a stranger’s exactly like one that is not there', async () => {
    const arrange = (tx: Tx) => newField(tx, { key: 'x', type: 'record', recordKind: 'system' })
    for (const value of [ID.rivalSystem, OWN.tag, 'nothing'])
      expect(await refusals({ 'own.x': value }, arrange)).toEqual(
        refused('X must be a record that is there.'),
      )
  })

  it('where it is retired, deleted, of another kind, or required and would be empty', async () => {
    const changedTo = (sql: string) => async (tx: Tx) => {
      await newField(tx, { key: 'x', type: 'text' })
      await tx.unsafe(`update public.own_fields set ${sql} where key = 'x'`)
    }
    expect(await refusals({ 'own.x': 'a' }, changedTo('retired_at = now()'))).toEqual(
      refused('X is retired.'),
    )
    expect(await refusals({ 'own.x': 'a' }, changedTo('deleted_at = now()'))).toEqual(
      refused('X was deleted.'),
    )
    for (const nothing of [null, '', '  '])
      expect(await refusals({ 'own.x': nothing }, changedTo('required = true'))).toEqual(
        refused('X is required.'),
      )
    expect(
      await refusals({ 'own.x': 'a' }, (tx) => newField(tx, { key: 'x', type: 'text', kind: 'agent' })),
    ).toEqual(refused('There is no field own.x.'))
  })

  it('of a stranger’s account, exactly like one that is not there', async () => {
    await stage.as('rival', async (tx) => {
      await newField(tx, { key: 'secret', type: 'text' })
      await become(tx, 'admin')
      expect(await refusal(preview(tx, set({ 'own.secret': 'a' })))).toMatchObject({
        message: 'There is no field own.secret.',
      })
    })
  })
})

describe('a field in bulk', () => {
  it('is given to records that the caller may change and that lack it, and undone', async () => {
    await stage.as('admin', async (tx) => {
      await newField(tx, { key: 'contract', type: 'text' })
      await tx`update public.systems set own = '{"contract": "C-1"}' where id = ${ID.billing}`
      await tx`update public.systems set own = '{"contract": "C-0"}' where id = ${ID.ledger}`
      await become(tx, 'manager')
      const wanted = set({ 'own.contract': ' C-1 ' })
      expect(await preview(tx, wanted)).toMatchObject({
        ...{ total: 3, changes: 2, already: 1, no_right: 0, before: { '': 1, filled: 1 } },
        first: [
          { id: ID.archive, before: null, fields: {} },
          { id: ID.ledger, before: 'filled', fields: { 'own.contract': 'C-0' } },
        ],
      })
      const done = await change(tx, wanted)
      expect(done).toMatchObject({ changes: 2, already: 1, changed_meanwhile: 0 })
      expect(await values(tx, "own ->> 'contract'")).toEqual(['C-1', 'C-1', 'C-1'])
      expect(await undoAct(tx, done.act)).toMatchObject({ undone: 2, left: [] })
      expect(await values(tx, "own ->> 'contract'")).toEqual([null, 'C-1', 'C-0'])
    })
  })

  it('skips records that a user may not change, and those that have changed since they were seen', async () => {
    await stage.as('user', async (tx) => {
      const wanted = set({ vendor: 'Acme' })
      expect(await preview(tx, wanted)).toMatchObject({ total: 3, changes: 2, no_right: 1 })
      expect(await change(tx, { ...wanted, seenAt: '2000-01-01T00:00:00Z' })).toMatchObject({
        ...{ act: null, changes: 0, no_right: 1, changed_meanwhile: 2 },
      })
      expect(await change(tx, wanted)).toMatchObject({ changes: 2, no_right: 1 })
      expect((await values(tx, 'vendor')).toSorted()).toEqual(['', 'Acme', 'Acme'])
    })
  })

  it.each([
    [{ vendor: ' Acme ' }, 'vendor', 'Acme', ''],
    [{ department: 'IT' }, 'department', 'IT', ''],
    [{ criticality: 'high' }, 'criticality', 'high', null],
    [{ data_class: 'internal' }, 'data_class', 'internal', null],
    [{ lifecycle: 'planned' }, 'lifecycle', 'planned', null],
    [{ renews_on: '2027-01-31' }, 'renews_on::text', '2027-01-31', null],
    [
      { cost_per_month: 12.345, cost_currency: 'CHF' },
      "trim_scale(cost_per_month) || ' ' || cost_currency",
      '12.35 CHF',
      null,
    ],
  ])('changes built-in columns: %o', async (fields, column, expected, nothing) => {
    await stage.as('manager', async (tx) => {
      const done = await change(tx, set(fields))
      expect(done).toMatchObject({ changes: 3 })
      expect(await values(tx, column)).toEqual([expected, expected, expected])
      expect(await preview(tx, set(fields))).toMatchObject({ changes: 0, already: 3 })
      const [key = ''] = Object.keys(fields)
      await become(tx, 'manager')
      const emptied = await change(tx, set({ [key]: null }))
      expect(emptied).toMatchObject({ changes: 3 })
      expect(await values(tx, column)).toEqual([nothing, nothing, nothing])
      expect(await undoAct(tx, emptied.act)).toMatchObject({ undone: 3, left: [] })
      expect(await values(tx, column)).toEqual([expected, expected, expected])
    })
  })

  it.each([null, ''])('empties a cost with its currency: %o', async (nothing) => {
    await stage.as('manager', async (tx) => {
      await change(tx, set({ cost_per_month: 12.3456789, cost_currency: 'CHF' }))
      expect(await values(tx, "cost_per_month || ' ' || cost_currency")).toEqual(Array(3).fill('12.35 CHF'))
      for (const emptied of [{ cost_per_month: nothing }, { cost_per_month: nothing, cost_currency: 'CHF' }])
        expect(await preview(tx, set(emptied))).toMatchObject({ changes: 3 })
      await become(tx, 'manager')
      expect(await change(tx, set({ cost_per_month: nothing }))).toMatchObject({ changes: 3 })
      expect(await values(tx, 'coalesce(cost_per_month::text, cost_currency)')).toEqual([null, null, null])
    })
  })

  it.each([
    ['long_text', 'One\nTwo', 'One\nTwo'],
    ['number', 12.5, 12.5],
    ['date', '2027-01-31', '2027-01-31'],
    ['yes_no', false, false],
    ['choice', 'one', 'one'],
    ['choices', ['two', 'one'], ['one', 'two']],
    ['member', ID.viewer, ID.viewer],
    ['record', ID.archive, ID.archive],
    ['address', 'https://example.com', 'https://example.com'],
  ])('changes a custom field of the type %s', async (type, value, stored) => {
    await stage.as('admin', async (tx) => {
      await newField(tx, {
        ...{ key: 'x', type, ...(type === 'record' && { recordKind: 'system' }) },
        choices: [
          { id: 'one', name: 'One' },
          { id: 'two', name: 'Two' },
        ],
      })
      expect(await change(tx, set({ 'own.x': value }))).toMatchObject({ changes: 3 })
      expect(await values(tx, "own -> 'x'")).toEqual([stored, stored, stored])
      expect(await preview(tx, set({ 'own.x': value }))).toMatchObject({ already: 3 })
      await become(tx, 'admin')
      expect(await change(tx, set({ 'own.x': null }))).toMatchObject({ changes: 3 })
      expect(await values(tx, "own -> 'x'")).toEqual([null, null, null])
      // A preview runs in a read-only transaction.
      await tx`set local transaction_read_only = on`
      expect(await preview(tx, set({ 'own.x': value }))).toMatchObject({ changes: 3 })
    })
  })

  it('leaves all other values of a record, also in hidden fields', async () => {
    await stage.as('admin', async (tx) => {
      await newField(tx, { key: 'x', type: 'text' })
      await newField(tx, { key: 'hidden', type: 'text' })
      await tx`update public.systems set own = '{"hidden": "kept"}' where id = ${ID.ledger}`
      await tx`update public.own_fields set retired_at = now() where key = 'hidden'`
      await change(tx, { ...set({ 'own.x': 'new' }), ids: [ID.ledger] })
      const [row] = await tx`select own from public.systems where id = ${ID.ledger}`
      expect(row?.['own']).toEqual({ hidden: 'kept', x: 'new' })
    })
  })

  it('reaches what fits a filter, and lists find the new value at once', async () => {
    await stage.as('admin', async (tx) => {
      await newField(tx, { key: 'x', type: 'choice', choices: [{ id: 'one', name: 'One' }] })
      const [row] = await tx`
        select public.change_in_bulk('system', 'field', '{"own.x": "one"}', query => 'ledger') as answer`
      expect(row?.['answer']).toMatchObject({ total: 1, changes: 1 })
      const [found] = await tx`select public.group_records('system', 'own.x') as answer`
      expect(found?.['answer']).toMatchObject({
        groups: expect.arrayContaining([expect.objectContaining({ value: 'one', records: 1 })]),
      })
    })
  })

  it('needs little room where records have many fields', async () => {
    const rows = rolledBack(stage, async (tx) => {
      await define(
        tx,
        Array.from({ length: 45 }, (_, n) => ({ name: `Many ${n}`, type: 'text' })),
      )
      await tx`
        insert into public.systems (account_id, name, own)
        select ${ID.acme}, 'Many ' || n, (
          select jsonb_object_agg(key, 'value') from public.own_fields where name like 'Many %'
        )
        from generate_series(1, 600) n`
      await tx`analyze private.records, private.own_values`
      await tx`set local temp_file_limit = '20MB'`
      await become(tx, 'admin')
      const { changes } = await change(tx, { ...set({ 'own.many_7': 'new' }), ids: null, query: 'Many' })
      expect(changes).toBe(600)
    })
    await expect(rows).resolves.toBeUndefined()
  })

  it('is an act by the name of the field, with the values before', async () => {
    await stage.as('admin', async (tx) => {
      await newField(tx, { key: 'places', type: 'number' })
      await tx`update public.systems set own = '{"places": 5}' where id = ${ID.ledger}`
      await become(tx, 'manager')
      const { act } = await change(tx, { ...set({ 'own.places': 7 }), ids: [ID.ledger] })
      const [row] = await tx`
        select public.get_act(${act ?? null}) as act, public.get_act_lines(${act ?? null}) as lines`
      expect(row?.['act']).toMatchObject({
        ...{
          action: 'field',
          kind: 'system',
          value: 'own.places',
          value_name: 'PLACES',
          records: 1,
          undoable: 1,
        },
      })
      expect(row?.['lines']).toMatchObject([{ part: 'own.places', before: 5, after: 7, problem: null }])
      const cost = await change(tx, set({ cost_per_month: 3, cost_currency: 'EUR' }))
      const [other] = await tx`select public.get_act(${cost.act ?? null}) as act`
      expect(other?.['act']).toMatchObject({
        value: 'cost_per_month',
        value_name: null,
        records: 3,
        lines: 6,
      })
    })
  })
})

describe('undoing a field in bulk', () => {
  it('leaves later changes of others, and no other field stands in its way', async () => {
    await stage.as('manager', async (tx) => {
      await tx`update public.systems set cost_per_month = 1, cost_currency = 'EUR' where id = ${ID.ledger}`
      await become(tx, 'manager')
      const done = await change(tx, set({ cost_per_month: 3, cost_currency: 'USD' }))
      await become(tx, 'admin')
      // Only the currency changes: the amount stays with it.
      await tx`update public.systems set cost_currency = 'CHF' where id = ${ID.archive}`
      await tx`update public.systems set vendor = 'Acme' where id = ${ID.ledger}`
      await become(tx, 'manager')
      const undone = await undoAct(tx, done.act)
      expect(undone).toMatchObject({ undone: 2, left: [{ problem: 'changed', by_id: ID.admin, records: 1 }] })
      const costs = "trim_scale(cost_per_month) || ' ' || cost_currency"
      expect(await values(tx, costs)).toEqual(['3 CHF', null, '1 EUR'])
      await become(tx, 'manager')
      expect(await undoAct(tx, undone.act)).toMatchObject({ undone: 2, left: [] })
      expect(await values(tx, costs)).toEqual(['3 CHF', '3 USD', '3 USD'])
    })
  })

  it.each([
    ['field_gone', 'text', '"a"', "update public.own_fields set deleted_at = now() where key = 'x'"],
    [
      'value_gone',
      'text',
      '"a"',
      "select public.change_field_type(id, 'number') from public.own_fields where key = 'x'",
    ],
    ['value_gone', 'choice', '"one"', "update public.own_fields set choices = '[]' where key = 'x'"],
    ['left', 'member', `"${ID.viewer}"`, `delete from public.account_members where user_id = '${ID.viewer}'`],
  ])('says %s where a %s cannot come back', async (problem, type, value, sql) => {
    await stage.as('admin', async (tx) => {
      await newField(tx, { key: 'x', type, choices: [{ id: 'one', name: 'One' }] })
      await tx`update public.systems set own = ${`{"x": ${value}}`}::text::jsonb where id = ${ID.ledger}`
      await become(tx, 'admin')
      const done = await change(tx, set({ 'own.x': null }))
      expect(done).toMatchObject({ changes: 1, already: 2 })
      await become(tx, 'admin')
      await tx.unsafe(sql)
      expect(await undoAct(tx, done.act)).toMatchObject({
        act: null,
        undone: 0,
        left: [{ problem, records: 1 }],
      })
    })
  })

  it('brings the longest text back whole, of whatever letters', async () => {
    await stage.as('admin', async (tx) => {
      await newField(tx, { key: 'x', type: 'long_text' })
      const long = '漢'.repeat(5000)
      await change(tx, set({ 'own.x': long }))
      await become(tx, 'admin')
      const done = await change(tx, set({ 'own.x': null }))
      expect(await undoAct(tx, done.act)).toMatchObject({ undone: 3, left: [] })
      expect(await values(tx, "own ->> 'x'")).toEqual([long, long, long])
    })
  })

  it('empties a field that has become required: values from before are never refused', async () => {
    await stage.as('admin', async (tx) => {
      await newField(tx, { key: 'x', type: 'text' })
      const done = await change(tx, set({ 'own.x': 'a' }))
      await tx`update public.own_fields set required = true where key = 'x'`
      await become(tx, 'manager')
      expect(await undoAct(tx, done.act)).toMatchObject({ undone: 3, left: [] })
      expect(await values(tx, "own -> 'x'")).toEqual([null, null, null])
    })
  })

  /** Does an act as the manager and keeps it; returns its id. */
  const kept = (fields: Values, ids = SYSTEMS) =>
    stage.as('manager', async (tx) => (await change(tx, { ...set(fields), ids })).act, { keep: true })
  const undoing = (act: string | null | undefined) =>
    stage.as('manager', (tx) => undoAct(tx, act), { keep: true })

  /** Adds a new field with a text that only Ledger has; returns the change of its type. */
  async function textOfLedger() {
    await stage.admin`delete from public.own_fields where name = 'Rate'`
    const { Rate: id = '' } = await define(stage.admin, [{ name: 'Rate', type: 'text' }])
    await stage.admin`update public.systems set own = '{"rate": "7"}' where id = ${ID.ledger}`
    return `select public.change_field_type('${id}', 'number')`
  }

  it('waits for a change of the type, and then checks the values to restore', async () => {
    const toNumber = await textOfLedger()
    const act = await kept({ 'own.rate': null }, [ID.ledger])
    const { waiting } = await stage.as(
      'admin',
      async (tx) => {
        await tx.unsafe(toNumber)
        const waiting = undoing(act)
        waiting.catch(() => {})
        await stage.untilWaiting(1)
        return { waiting }
      },
      { keep: true },
    )
    expect(await waiting).toMatchObject({ undone: 0, left: [{ problem: 'value_gone', records: 1 }] })
  })

  it('and a change of a type never wait for each other', async () => {
    const toNumber = await textOfLedger()
    const act = await kept({ vendor: 'Acme' })
    const [, , last = ''] = [ID.billing, ID.archive, ID.ledger].toSorted()
    await stage.admin`update public.systems set own = '{"rate": "7"}' where id = any (${listOf(SYSTEMS)}::uuid[])`
    const { undone, changed } = await stage.admin.begin(async (tx) => {
      // The undo holds the others while it waits for the last.
      await tx`select from public.systems where id = ${last} for update`
      const undone = undoing(act)
      undone.catch(() => {})
      await stage.untilWaiting(1)
      const changed = stage.outcome('admin', toNumber, { keep: true })
      await stage.untilWaiting(2)
      return { undone, changed }
    })
    expect(await changed).toBe(1)
    expect(await undone).toMatchObject({ left: [] })
  })
})
