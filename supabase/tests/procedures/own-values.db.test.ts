import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erase, restored } from '../support/bin.ts'
import { change, undo } from '../support/bulk.ts'
import { ID } from '../support/cast.ts'
import { define, keptValues, ownOf, recomputedValues, rolledBack, setOwn } from '../support/own-fields.ts'
import { OWN } from '../support/own-rows.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

const CHOICES = ['Low', 'Middle', 'High'].map((name) => ({ id: name.toLowerCase(), name, color: 'blue' }))

const FIELDS = [
  { name: 'Contract', type: 'text' },
  { name: 'Notes', type: 'long_text' },
  { name: 'Places', type: 'number' },
  { name: 'Audited', type: 'date' },
  { name: 'Public', type: 'yes_no' },
  { name: 'Stage', type: 'choice', choices: CHOICES },
  { name: 'Levels', type: 'choices', choices: CHOICES },
  { name: 'Buyer', type: 'member' },
  { name: 'Parent', type: 'record', record_kind: 'solution' },
  { name: 'Manual', type: 'address' },
]

let stage: Stage
let fields: Readonly<Record<string, string>>
beforeAll(async () => {
  stage = await openStage()
  fields = await define(stage.admin, FIELDS)
})
afterAll(() => stage?.close())

const NUMBER = 'Places must be a number.'
const WIDE = 'Places must be a number from -1,000,000,000,000,000 to 1,000,000,000,000,000.'
const DAY = 'Audited must be a day between the years 1900 and 9999, such as 2026-12-31.'
const STAGE = 'Stage must be one of its present choices.'
const LEVELS = 'Levels must be some of its present choices.'
const BUYER = 'Buyer must be a member of your account.'
const PARENT = 'Parent must be a record that is there.'
const MANUAL = 'Manual must be an address that begins with http:// or https://.'

const WRONG: readonly (readonly [key: string, value: unknown, sentence: string])[] = [
  ['contract', 12, 'Contract must be a text.'],
  ['contract', ['a'], 'Contract must be a text.'],
  ['contract', 'c'.repeat(501), 'Contract must have at most 500 characters.'],
  ['notes', true, 'Notes must be a text.'],
  ['notes', 'n'.repeat(5001), 'Notes must have at most 5,000 characters.'],
  ['places', '12', NUMBER],
  ['places', 'NaN', NUMBER],
  ['places', [12], NUMBER],
  ['places', 1e308, WIDE],
  ['places', -1.1e15, WIDE],
  ['places', 0.1234567, 'Places must have at most 6 decimals.'],
  ['audited', 20260101, 'Audited must be a text.'],
  ['audited', '1899-12-31', DAY],
  ['audited', '99999-01-01', DAY],
  ['audited', '2026-02-29', DAY],
  ['audited', '2026-13-01', DAY],
  ['audited', '2026-01-00', DAY],
  ['audited', '31.12.2026', DAY],
  ['audited', 'infinity', DAY],
  ['public', 'yes', 'Public must be yes or no.'],
  ['public', 1, 'Public must be yes or no.'],
  ['stage', 'highest', STAGE],
  ['stage', 'High', STAGE],
  ['stage', ['low'], 'Stage must be a text.'],
  ['levels', 'low', LEVELS],
  ['levels', ['low', 'highest'], LEVELS],
  ['levels', [1], LEVELS],
  ['levels', [null], LEVELS],
  ['buyer', 'Ada Admin', BUYER],
  ['buyer', ID.rival, BUYER],
  ['buyer', ID.former, BUYER],
  ['parent', ID.ledger, PARENT],
  ['parent', ID.rivalSolution, PARENT],
  ['parent', 'Portal', PARENT],
  ['manual', 'javascript:alert(1)', MANUAL],
  ['manual', 'https://ada:secret@docs.example', MANUAL],
  ['codename', 'x', 'There is no field codename.'],
  ['unknown', 'x', 'There is no field unknown.'],
]

describe('a value of a custom field', () => {
  it.each(WRONG)('%s is not %j', async (key, value, sentence) => {
    const act = stage.as('user', (tx) => tx.unsafe(setOwn({ [key]: value })))
    await expect(act).rejects.toMatchObject({ code: '23514', message: sentence })
    const add = stage.as(
      'user',
      (tx) =>
        tx`insert into public.systems (name, own) values ('New', ${JSON.stringify({ [key]: value })}::text::jsonb)`,
    )
    await expect(add).rejects.toMatchObject({ code: '23514', message: sentence })
  })

  it.each([
    ['contract', ' A\t12\u200b ', 'A 12'],
    ['notes', 'one\r\ntwo\n', 'one\ntwo'],
    ['places', 12.5, 12.5],
    ['places', -1e15, -1e15],
    ['places', 0, 0],
    ['audited', '1900-01-01', '1900-01-01'],
    ['audited', '9999-12-31', '9999-12-31'],
    ['audited', '2028-02-29', '2028-02-29'],
    ['public', false, false],
    ['stage', 'middle', 'middle'],
    ['levels', ['high', 'low', 'high'], ['low', 'high']],
    ['buyer', ID.viewer, ID.viewer],
    ['parent', ID.portal, ID.portal],
    ['manual', 'https://docs.example', 'https://docs.example'],
  ])('%s takes %j as %j', async (key, value, stored) => {
    await stage.as('user', async (tx) => {
      await tx.unsafe(setOwn({ [key]: value }))
      expect(await ownOf(tx)).toEqual({ [key]: stored })
    })
  })

  it.each([null, ''])('of any type is removed by %j', async (nothing) => {
    await stage.as('user', async (tx) => {
      await tx.unsafe(setOwn({ contract: 'A', places: 2, levels: ['low'], public: false, buyer: ID.viewer }))
      await tx.unsafe(setOwn({ contract: ' ', places: nothing, levels: [], public: nothing, buyer: nothing }))
      expect(await ownOf(tx)).toEqual({})
    })
  })

  it('is not checked again where it stays: the choice is gone, the member has left', async () => {
    await rolledBack(stage, async (tx) => {
      await become(tx, 'admin')
      await tx.unsafe(setOwn({ stage: 'low', levels: ['low', 'high'], buyer: ID.deputy }))
      await tx`update public.own_fields set choices = '[{"id": "high", "name": "High"}]' where type in ('choice', 'choices')`
      await tx`select public.remove_member(${ID.deputy})`
      await tx.unsafe(setOwn({ stage: 'low', levels: ['low', 'high'], buyer: ID.deputy, places: 1 }))
      await tx.unsafe(setOwn({ stage: 'low', levels: ['low'], buyer: ID.deputy }))
      expect(await ownOf(tx)).toEqual({ stage: 'low', levels: ['low'], buyer: ID.deputy })
      await expect(tx.savepoint((own) => own.unsafe(setOwn({ stage: 'middle' })))).rejects.toThrow(STAGE)
      await expect(tx.savepoint((own) => own.unsafe(setOwn({ levels: ['low', 'middle'] })))).rejects.toThrow(
        LEVELS,
      )
    })
  })

  it('of a hidden field stays when a form that does not know it is saved, and goes by null', async () => {
    await rolledBack(stage, async (tx) => {
      await become(tx, 'admin')
      await tx.unsafe(setOwn({ contract: 'A', places: 2, public: true }))
      await tx`update public.own_fields set retired_at = now() where id = ${fields['Places'] ?? ''}`
      await tx`update public.own_fields set deleted_at = now() where id = ${fields['Public'] ?? ''}`
      await tx.unsafe(setOwn({ contract: 'B' }))
      expect(await ownOf(tx)).toEqual({ contract: 'B', places: 2, public: true })
      await expect(tx.savepoint((own) => own.unsafe(setOwn({ public: false })))).rejects.toThrow(
        'Public was deleted.',
      )
      await tx.unsafe(setOwn({ contract: 'B', places: null, public: null }))
      expect(await ownOf(tx)).toEqual({ contract: 'B' })
    })
  })
})

describe('required fields and defaults', () => {
  it('a new record needs a value or gets the default; what is there already needs none', async () => {
    await rolledBack(stage, async (tx) => {
      await tx`update public.own_fields set required = true where id in (${fields['Contract'] ?? ''}, ${fields['Stage'] ?? ''})`
      await tx`update public.own_fields set default_value = '"low"' where id = ${fields['Stage'] ?? ''}`
      await become(tx, 'user')
      const add = (own: object) =>
        tx.savepoint(
          (inner) =>
            inner<{ own: object }[]>`
              insert into public.systems (name, own) values ('New', ${JSON.stringify(own)}::text::jsonb) returning own`,
        )
      await expect(add({})).rejects.toMatchObject({ code: '23514', message: 'Contract is required.' })
      expect((await add({ contract: 'A' }))[0]?.own).toEqual({ contract: 'A', stage: 'low' })
      await tx.unsafe(setOwn({ places: 3 }))
      await tx.unsafe(setOwn({ contract: 'A' }))
      await expect(tx.savepoint((own) => own.unsafe(setOwn({ places: 3 })))).rejects.toThrow(
        'Contract is required.',
      )
      await become(tx, 'admin')
      await tx`update public.own_fields set retired_at = now() where id = ${fields['Contract'] ?? ''}`
      await tx`update public.own_fields set default_value = null, required = false where id = ${fields['Stage'] ?? ''}`
      await tx`insert into public.systems (name) values ('Newer')`
    })
  })

  it('a default that no longer holds is none', async () => {
    await rolledBack(stage, async (tx) => {
      await tx`update public.own_fields set default_value = ${JSON.stringify(ID.deputy)}::text::jsonb where id = ${fields['Buyer'] ?? ''}`
      await tx`update public.own_fields set created_by = ${ID.deputy} where id = ${fields['Buyer'] ?? ''}`
      await become(tx, 'admin')
      await tx`select public.remove_member(${ID.deputy})`
      // It does not block other changes of the field.
      await tx`update public.own_fields set place = 9, retired_at = now() where id = ${fields['Buyer'] ?? ''}`
      const [row] = await tx<
        { own: object }[]
      >`insert into public.systems (name) values ('New') returning own`
      expect(row?.own).toEqual({})
    })
  })
})

describe('a stranger', () => {
  const add = (columns: string, values: string) =>
    `insert into public.systems (account_id, name, ${columns}) values ('${ID.acme}', 'Spy', ${values})`

  it.each([
    ['the name of a required field', add('description', `''`)],
    ['the type of a field', add('own', `'{"seats": "many"}'`)],
    ['which fields there are not', add('own', `'{"nothing": 1}'`)],
    ['which tags there are', add('tags', `'{${OWN.tag}}'`)],
    ['which tags there are not', add('tags', `'{${ID.nobody}}'`)],
    [
      'the names of fields',
      `insert into public.own_fields (account_id, kind, name, type) values ('${ID.acme}', 'system', 'Seats', 'text')`,
    ],
  ])('does not learn %s: row security refuses everything alike', async (_what, statement) => {
    await stage.admin`update public.own_fields set required = true where id = ${OWN.field}`
    try {
      expect(await stage.outcome('rival', statement)).toEqual({ refused: '42501' })
      expect(await stage.outcome('former', statement)).toEqual({ refused: '42501' })
    } finally {
      await stage.admin`update public.own_fields set required = false where id = ${OWN.field}`
    }
  })
})

describe('values on their way through the bin and acts', () => {
  it('a record comes back as it was, without values of purged fields', async () => {
    await rolledBack(stage, async (tx) => {
      await become(tx, 'admin')
      await tx.unsafe(setOwn({ stage: 'low', places: 2, contract: 'A' }))
      await tx.unsafe(erase('systems', ID.billing))
      await tx`update public.own_fields set choices = '[]', required = true where id = ${fields['Stage'] ?? ''}`
      await tx`reset role`
      await tx`delete from public.own_fields where id = ${fields['Places'] ?? ''}`
      await become(tx, 'admin')
      await restored(tx, [ID.billing])
      expect(await ownOf(tx)).toEqual({ stage: 'low', contract: 'A' })
      await tx`reset role`
      expect(await keptValues(tx)).toEqual(await recomputedValues(tx))
    })
  })

  it('an undo of a change in bulk leaves them alone', async () => {
    await stage.as('manager', async (tx) => {
      await tx.unsafe(setOwn({ places: 2 }))
      await become(tx, 'manager')
      const done = await change(tx, { action: 'status', value: 'inactive' })
      await become(tx, 'manager')
      await tx.unsafe(setOwn({ places: 3, contract: 'A' }))
      expect(await undo(tx, done.act)).toBe(3)
      expect(await ownOf(tx)).toEqual({ places: 3, contract: 'A' })
    })
  })

  it('each value has its line in the history', async () => {
    await stage.as('user', async (tx) => {
      await tx.unsafe(setOwn({ places: 2, contract: 'A' }))
      await tx.unsafe(setOwn({ places: 3 }))
      const lines = await tx`
        select field, before, after from public.record_history
        where record_id = ${ID.billing} and field like 'own.%' order by changed_at, field`
      expect(lines.map((line) => ({ ...line }))).toEqual([
        { field: 'own.contract', before: null, after: 'A' },
        { field: 'own.places', before: null, after: 2 },
        { field: 'own.contract', before: 'A', after: null },
        { field: 'own.places', before: 2, after: 3 },
      ])
    })
  })
})
