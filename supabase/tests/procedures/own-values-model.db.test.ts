import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { restored } from '../support/bin.ts'
import { listOf } from '../support/bulk.ts'
import { ID } from '../support/cast.ts'
import { define, keptValues, recomputedValues } from '../support/own-fields.ts'
import { openStage, type Stage } from '../support/stage.ts'

const RUNS = 5
const SIZE = 5
const CHOICES = ['a', 'b', 'c'].map((id) => ({ id, name: id.toUpperCase() }))

/** The fields of the model, with values that they take as they are, and one that they refuse. */
const FIELDS = [
  { name: 'Words', type: 'text', values: ['One', 'two words'], wrong: 1 },
  { name: 'Lines', type: 'long_text', values: ['One\ntwo'], wrong: false },
  { name: 'Size', type: 'number', values: [0, -2.5, 1e15], wrong: '1' },
  { name: 'Day', type: 'date', values: ['2026-12-31'], wrong: '2026-02-30' },
  { name: 'Open', type: 'yes_no', values: [true, false], wrong: 'yes' },
  { name: 'One', type: 'choice', choices: CHOICES, values: ['a', 'b'], wrong: 'd' },
  { name: 'Some', type: 'choices', choices: CHOICES, values: [['a'], ['a', 'c'], ['b', 'c']], wrong: ['d'] },
  { name: 'Person', type: 'member', values: [ID.user, ID.viewer], wrong: ID.rival },
]
const KEYS = FIELDS.map(({ name }) => name.toLowerCase())

type Values = Record<string, unknown>

interface Sheet {
  own: Values
  isThere: boolean
}

const step = fc.record({
  what: fc.constantFrom(
    'set',
    'set',
    'set',
    'set many',
    'take away',
    'wrong',
    'delete',
    'restore',
    'retire',
    'rename',
  ),
  record: fc.nat(SIZE - 1),
  field: fc.nat(FIELDS.length - 1),
  other: fc.nat(FIELDS.length - 1),
  pick: fc.nat(100),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

let stage: Stage
let fields: Readonly<Record<string, string>>
beforeAll(async () => {
  stage = await openStage()
  fields = await define(
    stage.admin,
    FIELDS.map(({ name, type, choices }) => ({ name, type, ...(choices && { choices }) })),
  )
})
afterAll(() => stage?.close())

const seed = Number(process.env['OWN_SEED'] ?? randomInt(2 ** 31))

const write = (id: string, own: Values) =>
  stage.as(
    'manager',
    (tx) => tx`update public.systems set own = ${JSON.stringify(own)}::text::jsonb where id = ${id}`,
    { keep: true },
  )

/** Retired and brought back again and again: neither changes a value. */
async function retireOrBringBack(name: string): Promise<void> {
  await stage.as(
    'admin',
    (tx) => tx`
      update public.own_fields set retired_at = case when retired_at is null then now() end
      where id = ${fields[name] ?? ''}`,
    { keep: true },
  )
}

async function act(
  ids: readonly string[],
  sheets: readonly Sheet[],
  { what, record, field, other, pick }: Step,
) {
  const [id, sheet, asked, key] = [ids[record], sheets[record], FIELDS[field], KEYS[field]]
  if (id === undefined || sheet === undefined || asked === undefined || key === undefined) return
  const value = asked.values[pick % asked.values.length]
  if (what === 'retire') return retireOrBringBack(asked.name)
  if (what === 'restore') {
    if (sheet.isThere) return
    await stage.as('manager', (tx) => restored(tx, [id]), { keep: true })
    sheet.isThere = true
    return
  }
  if (what === 'set many') {
    const present = ids.filter((_, n) => sheets[n]?.isThere)
    await stage.as(
      'manager',
      (tx) => tx`
        update public.systems set own = own || ${JSON.stringify({ [key]: value })}::text::jsonb
        where id = any (${listOf(present)}::uuid[])`,
      { keep: true },
    )
    for (const each of sheets) if (each.isThere) each.own[key] = value
    return
  }
  if (!sheet.isThere) return
  if (what === 'wrong') {
    await expect(write(id, { ...sheet.own, [key]: asked.wrong })).rejects.toMatchObject({ code: '23514' })
  } else if (what === 'delete') {
    await stage.as('manager', (tx) => tx`delete from public.systems where id = ${id}`, { keep: true })
    sheet.isThere = false
  } else if (what === 'rename') {
    await stage.as(
      'manager',
      (tx) => tx`update public.systems set description = ${`${pick}`} where id = ${id}`,
      {
        keep: true,
      },
    )
  } else {
    const gone = KEYS[other] ?? ''
    const next = { ...sheet.own, [key]: value, ...(what === 'take away' && { [gone]: null }) }
    await write(id, next)
    sheet.own = Object.fromEntries(Object.entries(next).filter(([, each]) => each !== null))
  }
}

it(`whatever is done, records and lists have the values of a plain model (OWN_SEED=${seed})`, async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      run += 1
      const rows = await stage.admin<{ id: string }[]>`
        insert into public.systems (account_id, name)
        select ${ID.acme}, ${`Run ${run} `} || n from generate_series(1, ${SIZE}::int) n
        returning id`
      const ids = rows.map(({ id }) => id)
      const sheets = ids.map((): Sheet => ({ own: {}, isThere: true }))
      for (const one of steps) {
        await act(ids, sheets, one)
        const found = await stage.admin<{ id: string; own: Values }[]>`
          select id, own from public.systems where id = any (${listOf(ids)}::uuid[])`
        expect(ids.map((id) => found.find((row) => row.id === id)?.own)).toEqual(
          sheets.map(({ isThere, own }) => (isThere ? own : undefined)),
        )
        expect(await keptValues(stage.admin)).toEqual(await recomputedValues(stage.admin))
      }
    }),
    { seed, numRuns: RUNS, endOnFailure: true },
  )
})
