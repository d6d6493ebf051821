import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { define, keptValues, ownOf, recomputedValues, setOwn } from '../support/own-fields.ts'
import { OWN } from '../support/own-rows.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

type Tx = postgres.TransactionSql

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

interface Preview {
  converts: number
  fails: number
  choices: readonly { id: string; name: string }[]
  first: readonly { name: string; value: string; in_bin: boolean }[]
}

async function preview(
  tx: Tx,
  field: string,
  type: string,
  kind: string | null = null,
): Promise<Preview | undefined> {
  const [row] = await tx<
    { answer: Preview }[]
  >`select public.preview_field_type(${field}, ${type}, ${kind}) as answer`
  return row?.answer
}
const changeType = (tx: Tx, field: string, type: string, kind: string | null = null) =>
  tx`select public.change_field_type(${field}, ${type}, ${kind}) as changed`

const CHOICES = [
  { id: 'low', name: 'Low' },
  { id: 'high', name: 'High' },
]

/** A value of a type, what it becomes, and nothing where it cannot become it. */
const CONVERSIONS: readonly (readonly [from: string, value: unknown, to: string, becomes: unknown])[] = [
  ['text', '12.50', 'number', 12.5],
  ['text', '-3', 'number', -3],
  ['text', '1,000', 'number', null],
  ['text', '1e3', 'number', null],
  ['text', '9999999999999999', 'number', null],
  ['text', '2026-12-31', 'date', '2026-12-31'],
  ['text', '31.12.2026', 'date', null],
  ['text', 'YES', 'yes_no', true],
  ['text', 'perhaps', 'yes_no', null],
  ['text', 'High', 'choice', 'high'],
  ['text', 'High', 'choices', ['high']],
  ['text', 'ada admin', 'member', ID.admin],
  ['text', 'rex@rival.test', 'member', null],
  ['text', 'portal', 'record', ID.portal],
  ['text', 'Secret portal', 'record', null],
  ['text', 'https://docs.example', 'address', 'https://docs.example'],
  ['text', 'docs', 'address', null],
  ['long_text', 'one\ntwo', 'text', 'one two'],
  ['long_text', 'l'.repeat(501), 'text', null],
  ['number', 12.5, 'text', '12.5'],
  ['number', 1, 'yes_no', true],
  ['number', 2, 'yes_no', null],
  ['date', '2026-12-31', 'text', '2026-12-31'],
  ['date', '2026-12-31', 'number', null],
  ['yes_no', false, 'text', 'No'],
  ['choice', 'low', 'text', 'Low'],
  ['choice', 'low', 'choices', ['low']],
  ['choices', ['low', 'high'], 'text', 'Low, High'],
  ['choices', ['low'], 'choice', 'low'],
  ['choices', ['low', 'high'], 'choice', null],
  ['member', ID.admin, 'text', 'Ada Admin'],
  ['record', ID.portal, 'text', 'Portal'],
  ['address', 'https://docs.example', 'text', 'https://docs.example'],
]

it('a field without a default has none in its new type either', async () => {
  await stage.as('admin', async (tx) => {
    const { Checked: field = '' } = await define(tx, [{ name: 'Checked', type: 'yes_no' }])
    await changeType(tx, field, 'text')
    const [row] = await tx`select type, default_value from public.own_fields where id = ${field}`
    expect(row).toEqual({ type: 'text', default_value: null })
  })
})

describe('a change of type', () => {
  it.each(['preview_field_type', 'change_field_type'])('%s is for admins, of their account', async (name) => {
    const ask = `select public.${name}('${OWN.field}', 'text')`
    for (const actor of ['viewer', 'user', 'manager'] as const)
      expect(await stage.outcome(actor, ask)).toEqual({ refused: '42501' })
    expect(await stage.outcome('rival', ask)).toEqual({ refused: 'PT404' })
    expect(await stage.outcome('admin', ask)).toBe(1)
    expect(await stage.outcome('admin', ask.replace(`'text'`, `'money'`))).toEqual({ refused: '23514' })
    expect(await stage.outcome('admin', ask.replace(`'text'`, `'record'`))).toEqual({ refused: '23514' })
  })

  it.each(CONVERSIONS)('%s %j as %s is %j', async (from, value, to, becomes) => {
    await stage.as('admin', async (tx) => {
      const kindOf = (type: string) => (type === 'record' ? 'solution' : null)
      const choices = from.startsWith('choice') ? CHOICES : []
      const { Field: id = '' } = await define(tx, [
        { name: 'Field', key: 'thing', type: from, choices, record_kind: kindOf(from) },
      ])
      await tx.unsafe(setOwn({ thing: value }))
      const counted = await preview(tx, id, to, kindOf(to))
      expect(counted).toMatchObject(becomes === null ? { converts: 0, fails: 1 } : { converts: 1, fails: 0 })
      if (becomes === null) {
        await expect(changeType(tx, id, to, kindOf(to))).rejects.toThrow(
          'Values that cannot be converted: 1.',
        )
        return
      }
      await changeType(tx, id, to, kindOf(to))
      expect(await ownOf(tx)).toEqual({ thing: becomes })
    })
  })

  it('names the first records that stand against it, and changes nothing', async () => {
    const answer = await stage.as('admin', async (tx) => {
      const { Field: id = '' } = await define(tx, [{ name: 'Field', type: 'text' }])
      await tx.unsafe(setOwn({ field: '12' }))
      await tx.unsafe(setOwn({ field: 'a dozen' }, ID.ledger))
      await tx.unsafe(setOwn({ field: 'none' }, ID.archive))
      await tx`delete from public.systems where id = ${ID.archive}`
      return preview(tx, id, 'number')
    })
    expect(answer).toMatchObject({
      converts: 1,
      fails: 2,
      first: [
        { name: 'Archive', value: 'none', in_bin: true },
        { name: 'Ledger', value: 'a dozen', in_bin: false },
      ],
    })
  })

  it('converts records in lists, in the bin and in the history', async () => {
    const before = await stage.as(
      'admin',
      async (tx) => {
        const { Amount: id = '' } = await define(tx, [{ name: 'Amount', type: 'text', default_value: '7' }])
        await tx.unsafe(setOwn({ amount: '12' }))
        await tx.unsafe(setOwn({ amount: '13' }, ID.ledger))
        await tx`delete from public.systems where id = ${ID.ledger}`
        await changeType(tx, id, 'number')
        expect(await tx`select type, default_value from public.own_fields where id = ${id}`).toEqual([
          { type: 'number', default_value: 7 },
        ])
        await tx`select public.restore_from_bin(array[${ID.ledger}]::uuid[])`
        expect([await ownOf(tx), await ownOf(tx, ID.ledger)]).toEqual([{ amount: 12 }, { amount: 13 }])
        const lines = await tx`
          select before, after from public.record_history
          where record_id = ${ID.billing} and field = 'own.amount' order by changed_at desc limit 1`
        return { id, lines: lines.map((line) => ({ ...line })) }
      },
      { keep: true },
    )
    expect(before.lines).toEqual([{ before: '12', after: 12 }])
    expect(await keptValues(stage.admin)).toEqual(await recomputedValues(stage.admin))
    await stage.admin`delete from public.own_fields where id = ${before.id}`
  })

  it('makes choices of the values that occur', async () => {
    await stage.as('admin', async (tx) => {
      const { Field: id = '' } = await define(tx, [{ name: 'Field', type: 'text' }])
      await tx.unsafe(setOwn({ field: 'Very low' }))
      await tx.unsafe(setOwn({ field: 'very LOW' }, ID.ledger))
      await changeType(tx, id, 'choice')
      expect([await ownOf(tx), await ownOf(tx, ID.ledger)]).toEqual([
        { field: 'very_low' },
        { field: 'very_low' },
      ])
    })
  })

  it('of a field that another admin has changed is refused', async () => {
    await stage.as('admin', async (tx) => {
      const act = tx`select public.change_field_type(${OWN.field}, 'text', null, null, '2020-01-01')`
      await expect(act).rejects.toMatchObject({ code: 'PT409' })
    })
  })

  it('waits for a value that is just being written', async () => {
    const { Rate: id = '' } = await define(stage.admin, [{ name: 'Rate', type: 'text' }])
    let change: Promise<unknown> = Promise.resolve()
    await stage.as(
      'user',
      async (tx) => {
        await tx.unsafe(setOwn({ rate: 'high' }))
        change = stage.outcome('admin', `select public.change_field_type('${id}', 'number')`)
        await stage.untilWaiting(1)
        await become(tx, 'user')
      },
      { keep: true },
    )
    expect(await change).toEqual({ refused: '22023' })
    await stage.admin`delete from public.own_fields where id = ${id}`
  })
})
