import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { undoAct } from '../support/bulk.ts'
import { ID } from '../support/cast.ts'
import { define } from '../support/own-fields.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

type Tx = postgres.TransactionSql

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const previewed = z.object({
  name: z.string(),
  type: z.string(),
  moves: z.number(),
  stays: z.number(),
  first: z.array(z.object({ id: z.string(), name: z.string(), value: z.string() })),
})
const made = z.object({ field: z.string(), moved: z.number(), act: z.string() })

const SYSTEMS = { billing: ID.billing, ledger: ID.ledger, archive: ID.archive }

/** Gives systems these details, and no others. */
async function arrange(tx: Tx, details: Partial<Record<keyof typeof SYSTEMS, object>>): Promise<void> {
  for (const [name, id] of Object.entries(SYSTEMS))
    await tx`
      update public.systems set details = ${JSON.stringify({ ...details }[name] ?? {})}::text::jsonb where id = ${id}`
  // Another act than what follows.
  await become(tx, 'admin')
}

async function preview(tx: Tx, label: string) {
  const [row] = await tx`select public.preview_field_of_detail('system', ${label}) as answer`
  return previewed.parse(row?.['answer'])
}

async function make(tx: Tx, label: string) {
  const [row] = await tx`select public.make_field_of_detail('system', ${label}) as answer`
  return made.parse(row?.['answer'])
}

async function stored(tx: Tx, id: string) {
  const [row] = await tx<{ details: unknown; own: unknown }[]>`
    select details, own from public.systems where id = ${id}`
  return { details: row?.details, own: row?.own }
}

describe('a field of a detail', () => {
  it.each(['preview_field_of_detail', 'make_field_of_detail'])('%s is for admins', async (name) => {
    const ask = `select public.${name}('system', 'Places')`
    for (const actor of ['viewer', 'user', 'manager'] as const)
      expect(await stage.outcome(actor, ask)).toEqual({ refused: '42501' })
    expect(await stage.outcome('admin', ask.replace('system', 'article'))).toEqual({ refused: '22023' })
  })

  it.each([
    ['number', [12, '13.5'], [12, 13.5]],
    ['date', ['2026-12-31', '2027-01-01'], ['2026-12-31', '2027-01-01']],
    ['address', ['https://docs.example', 'http://a.test/b'], ['https://docs.example', 'http://a.test/b']],
    ['yes_no', [true, 'No'], [true, false]],
    ['text', ['2026-12-31', 'next year'], ['2026-12-31', 'next year']],
    // A number would lose its zeros.
    ['text', ['0042', '7'], ['0042', '7']],
    ['long_text', ['l'.repeat(501), 'short'], ['l'.repeat(501), 'short']],
  ] as const)('has the type %s where all values can: %j', async (type, [one, other], [first, second]) => {
    await stage.as('admin', async (tx) => {
      await arrange(tx, { billing: { Places: one, kept: 1 }, ledger: { Places: other } })
      expect(await preview(tx, 'Places')).toEqual({ name: 'Places', type, moves: 2, stays: 0, first: [] })
      expect(await make(tx, 'Places')).toMatchObject({ moved: 2 })
      expect(await stored(tx, ID.billing)).toEqual({ details: { kept: 1 }, own: { places: first } })
      expect(await stored(tx, ID.ledger)).toEqual({ details: {}, own: { places: second } })
    })
  })

  it('says before which values stay, and leaves them without keeping another from moving', async () => {
    await stage.as('admin', async (tx) => {
      const list = { Places: ['a', 'b'] }
      const large = { Places: 'many', notes: 'n'.repeat(10_000) }
      await arrange(tx, { billing: { Places: 12 }, ledger: list, archive: large })
      expect(await preview(tx, 'Places')).toEqual({
        ...{ name: 'Places', type: 'number', moves: 1, stays: 2 },
        first: [
          { id: ID.archive, name: 'Archive', value: 'many' },
          { id: ID.ledger, name: 'Ledger', value: '["a", "b"]' },
        ],
      })
      expect(await make(tx, 'Places')).toMatchObject({ moved: 1 })
      expect((await stored(tx, ID.ledger)).details).toEqual(list)
      expect((await stored(tx, ID.archive)).details).toEqual(large)
    })
  })

  it('refuses a name that is taken, that of a built-in field, and a label without a value', async () => {
    const refused = (label: string) =>
      stage.as('admin', async (tx) => {
        await arrange(tx, { billing: { Places: 12, Vendor: 'Acme', empty: '' } })
        if (label === 'Places') await define(tx, [{ name: 'places', type: 'text' }])
        return make(tx, label)
      })
    await expect(refused('Places')).rejects.toMatchObject({ code: '23505', detail: 'field.name_taken' })
    await expect(refused('Vendor')).rejects.toMatchObject({ code: '23514', detail: 'field.built_in_name' })
    for (const label of ['empty', 'nothing'])
      await expect(refused(label)).rejects.toMatchObject({ code: '22023', detail: 'detail.no_values' })
  })

  it('leaves the records of another account and of another kind alone', async () => {
    await stage.as('admin', async (tx) => {
      await arrange(tx, { billing: { Places: 12 } })
      await tx`update public.solutions set details = '{"Places": 3}' where id = ${ID.portal}`
      await become(tx, 'rival')
      await tx`update public.systems set details = '{"Places": 4}' where id = ${ID.rivalSystem}`
      await become(tx, 'admin')
      expect(await make(tx, 'Places')).toMatchObject({ moved: 1 })
      expect(await tx`select details from public.solutions where id = ${ID.portal}`).toEqual([
        { details: { Places: 3 } },
      ])
      await become(tx, 'rival')
      expect((await stored(tx, ID.rivalSystem)).details).toEqual({ Places: 4 })
    })
  })

  it('is in the history and in the audit log, and lists find its values', async () => {
    await stage.as('admin', async (tx) => {
      await arrange(tx, { billing: { Places: 12 } })
      const { act, field } = await make(tx, 'Places')
      expect(
        await tx`select field, changed_by from public.record_history where act = ${act} order by field`,
      ).toEqual([
        { field: 'details', changed_by: ID.admin },
        { field: 'own.places', changed_by: ID.admin },
      ])
      expect(await tx`select action, value, records from public.acts where id = ${act}`).toEqual([
        { action: 'field', value: 'own.places', records: 1 },
      ])
      expect(
        await tx`select user_id from public.security_audit_log where action = 'own_field_added' and resource_id = ${field}`,
      ).toEqual([{ user_id: ID.admin }])
      const filled = { match: 'all', conditions: [{ field: 'own.places', operator: 'filled', values: [] }] }
      const [found] = await tx<{ total: number }[]>`
        select (public.find_records(
          kind => 'system', conditions => ${JSON.stringify(filled)}::text::jsonb
        )::jsonb ->> 'total')::int as total`
      expect(found?.total).toBe(1)
    })
  })
})

describe('its undo', () => {
  it('brings the values back into the details, and can be undone itself', async () => {
    await stage.as('admin', async (tx) => {
      const before = { billing: { Places: '12', kept: 1 }, ledger: { Places: 13 } }
      await arrange(tx, before)
      const { act } = await make(tx, 'Places')
      const undone = await undoAct(tx, act)
      expect(undone).toMatchObject({ undone: 2, left: [] })
      expect(await stored(tx, ID.billing)).toEqual({ details: before.billing, own: {} })
      expect(await stored(tx, ID.ledger)).toEqual({ details: before.ledger, own: {} })
      expect(await undoAct(tx, undone.act)).toMatchObject({ undone: 2, left: [] })
      expect(await stored(tx, ID.billing)).toEqual({ details: { kept: 1 }, own: { places: 12 } })
    })
  })

  it.each([
    ['the details', `details = details || '{"note": 1}'`],
    ['the field', `own = '{"places": 99}'`],
  ])('leaves a record whole of which someone has changed %s since', async (_, change) => {
    await stage.as('admin', async (tx) => {
      await arrange(tx, { billing: { Places: 12 }, ledger: { Places: 13 } })
      const { act } = await make(tx, 'Places')
      await become(tx, 'manager')
      await tx.unsafe(`update public.systems set ${change} where id = '${ID.billing}'`)
      const since = await stored(tx, ID.billing)
      await become(tx, 'admin')
      const { undone, left } = await undoAct(tx, act)
      expect(undone).toBe(1)
      expect(left).toMatchObject([{ problem: 'changed', by_id: ID.manager, records: 1 }])
      expect(await stored(tx, ID.billing)).toEqual(since)
      expect(await stored(tx, ID.ledger)).toEqual({ details: { Places: 13 }, own: {} })
    })
  })
})
