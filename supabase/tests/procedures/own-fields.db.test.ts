import { DELETED_FIELD_DAYS } from '@cairn/workspace/port/records/own-fields'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { define, ownOf, rolledBack, setOwn } from '../support/own-fields.ts'
import { OWN } from '../support/own-rows.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const LIST = 'Choices must be a list of {"id", "name", "color"}.'
const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Choice ${n}` }))

const WRONG: readonly (readonly [definition: object, sentence: string])[] = [
  [{ name: ' \u200b ' }, 'The name of a field must have 1 to 60 characters.'],
  [{ name: 'n'.repeat(200) }, 'The name of a field must have 1 to 60 characters.'],
  [{ name: 'Vendor' }, 'Records have a built-in field of this name.'],
  [{ name: ' cost PER-month ' }, 'Records have a built-in field of this name.'],
  [{ name: 'Náme' }, 'Records have a built-in field of this name.'],
  [{ name: 'SEATS' }, 'A field with this name already exists.'],
  [{ type: 'choice', choices: { low: 'Low' } }, LIST],
  [{ type: 'choice', choices: ['Low'] }, LIST],
  [{ type: 'choice', choices: [{ name: 1 }] }, LIST],
  [{ type: 'choice', choices: many(1000) }, 'A field has at most 500 choices.'],
  [{ type: 'choice', choices: [{ name: ' ' }] }, 'A choice must have 1 to 100 characters.'],
  [
    { type: 'choice', choices: [{ name: 'Low' }, { name: 'LÖW' }, { name: 'low' }] },
    'Two choices have the same name.',
  ],
  [
    {
      type: 'choice',
      choices: [
        { id: 'a', name: 'A' },
        { id: 'a', name: 'B' },
      ],
    },
    'Two choices have the same id.',
  ],
  [
    { type: 'choice', choices: [{ id: 'A b', name: 'A' }] },
    'The id of a choice has up to 60 small letters, digits, hyphens and underscores.',
  ],
  [
    { type: 'choice', choices: [{ name: 'A', color: '#fff' }] },
    'Color must be gray, red, orange, yellow, green, teal, blue, purple or pink.',
  ],
  [{ type: 'number', default_value: 'two' }, 'Default must be a number.'],
  [
    { type: 'choice', choices: [{ name: 'A' }], default_value: 'b' },
    'Default must be one of its present choices.',
  ],
  [{ type: 'member', default_value: ID.rival }, 'Default must be a member of your account.'],
  [
    { type: 'record', record_kind: 'system', default_value: ID.rivalSystem },
    'Default must be a record that is there.',
  ],
]

describe('the definition of an own field', () => {
  it.each(WRONG)('is not %j', async (definition, sentence) => {
    const act = stage.as('admin', (tx) => define(tx, [{ name: 'Plain', type: 'text', ...definition }]))
    await expect(act).rejects.toMatchObject({ message: sentence })
  })

  it('is cleaned, and its key is made of its name and never changes', async () => {
    await stage.as('admin', async (tx) => {
      await define(tx, [
        { name: ' Größe\t(m²)\u200b ', type: 'number', unit: ' m² ', help: ' How\nbig ' },
        { name: 'Grösse M', type: 'text', unit: 'kg', choices: [{ name: 'A' }] },
        {
          name: '2nd owner',
          type: 'choice',
          choices: [{ name: 'One & Two' }, { name: 'One two', color: 'red' }, { name: '☃' }],
        },
        { name: 'العقد', type: 'text' },
        { name: '🚀', type: 'text' },
        { name: 'Cost per Month 2', type: 'number', default_value: 0 },
      ])
      const rows = await tx`
        select name, key, unit, help, choices, default_value, created_by from public.own_fields
        where id <> ${OWN.field} order by key`
      expect(rows.map((row) => ({ ...row }))).toEqual(
        [
          { name: 'Cost per Month 2', key: 'cost_per_month_2', default_value: 0 },
          { name: 'العقد', key: 'field' },
          { name: '🚀', key: 'field_2' },
          {
            name: '2nd owner',
            key: 'field_2nd_owner',
            choices: [
              { id: 'one_two', name: 'One & Two', color: 'gray' },
              { id: 'one_two_2', name: 'One two', color: 'red' },
              { id: 'choice', name: '☃', color: 'gray' },
            ],
          },
          { name: 'Größe (m²)', key: 'grosse_m', unit: 'm²', help: 'How big' },
          { name: 'Grösse M', key: 'grosse_m_2' },
        ].map((row) => ({
          unit: '',
          help: '',
          choices: [],
          default_value: null,
          created_by: ID.admin,
          ...row,
        })),
      )
      await tx`update public.own_fields set name = 'Renamed' where key = 'grosse_m'`
      expect(
        await tx`select from public.own_fields where key = 'grosse_m' and name = 'Renamed'`,
      ).toHaveLength(1)
    })
  })

  it('has a name that is free again once another field is deleted, and only once', async () => {
    await stage.as('admin', async (tx) => {
      await tx`update public.own_fields set deleted_at = '2020-01-01' where id = ${OWN.field}`
      const [row] =
        await tx`select deleted_at > now() - interval '1 minute' as recent from public.own_fields where id = ${OWN.field}`
      expect(row?.['recent']).toBe(true)
      await define(tx, [{ name: 'Seats', type: 'text' }])
      expect(await tx`select key from public.own_fields where name = 'Seats' and deleted_at is null`).toEqual(
        [{ key: 'seats_2' }],
      )
      await expect(
        tx`update public.own_fields set deleted_at = null where id = ${OWN.field}`,
      ).rejects.toMatchObject({
        code: '23505',
        message: 'A field with this name already exists.',
      })
    })
  })

  it('can come back for as long as screens and the server say', async () => {
    const [row] = await stage.admin`
      select private.time_of_deleted_fields() = make_interval(days => ${DELETED_FIELD_DAYS}) as same`
    expect(row?.['same']).toBe(true)
  })

  it('does not come back after 30 days', async () => {
    await rolledBack(stage, async (tx) => {
      await tx`alter table public.own_fields disable trigger own_fields_check`
      await tx`update public.own_fields set deleted_at = now() - interval '31 days' where id = ${OWN.field}`
      await tx`alter table public.own_fields enable trigger own_fields_check`
      await expect(
        tx`update public.own_fields set deleted_at = null where id = ${OWN.field}`,
      ).rejects.toThrow('This field was deleted more than 30 days ago.')
    })
  })

  it('has no other type by a plain change', async () => {
    const change = `update public.own_fields set type = 'text' where id = '${OWN.field}'`
    expect(await stage.outcome('admin', change)).toEqual({ refused: '42501' })
  })

  it('tells the audit log what was done, but for the order', async () => {
    await stage.as('admin', async (tx) => {
      const { Plan: id = '' } = await define(tx, [{ name: 'Plan', type: 'text' }])
      for (const change of [
        `place = 4`,
        `name = 'Plans'`,
        `retired_at = now()`,
        `retired_at = null`,
        `deleted_at = now()`,
        `deleted_at = null`,
      ])
        await tx.unsafe(`update public.own_fields set ${change} where id = '${id}'`)
      const log = await tx`
        select action, details from public.security_audit_log where resource_id = ${id} order by created_at, id`
      expect(log.map(({ action }) => action).sort()).toEqual(
        ['added', 'changed', 'retired', 'brought_back', 'deleted', 'restored']
          .map((word) => `own_field_${word}`)
          .sort(),
      )
      expect(log.find(({ action }) => action === 'own_field_changed')?.['details']).toEqual({
        kind: 'system',
        name: 'Plans',
        type: 'text',
        old_name: 'Plan',
      })
    })
  })
})

describe('fifty fields', () => {
  it('are enough for a kind; retired ones count, deleted ones and other kinds do not', async () => {
    await stage.as('admin', async (tx) => {
      await define(
        tx,
        Array.from({ length: 49 }, (_, n) => ({ name: `Field ${n}`, type: 'text' })),
      )
      const more = () => tx.savepoint((inner) => define(inner, [{ name: 'One more', type: 'text' }]))
      const FULL = 'Records of a kind have at most 50 fields of their own.'
      await expect(more()).rejects.toThrow(FULL)
      await tx`update public.own_fields set retired_at = now() where key = 'field_1'`
      await expect(more()).rejects.toThrow(FULL)
      await define(tx, [{ name: 'One more', type: 'text', kind: 'agent' }])
      await tx`update public.own_fields set deleted_at = now() where key = 'field_1'`
      await more()
      await expect(tx`update public.own_fields set deleted_at = null where key = 'field_1'`).rejects.toThrow(
        FULL,
      )
    })
  })

  it('are not exceeded by two admins at once', async () => {
    await define(
      stage.admin,
      Array.from({ length: 49 }, (_, n) => ({ name: `Field ${n}`, type: 'text', kind: 'solution' })),
    )
    const add = (name: string) =>
      `insert into public.own_fields (kind, name, type) values ('solution', '${name}', 'text')`
    let second: Promise<unknown> = Promise.resolve()
    await stage.as(
      'admin',
      async (tx) => {
        await tx.unsafe(add('Mine'))
        second = stage.outcome('admin', add('Yours'))
        await stage.untilWaiting(1)
      },
      { keep: true },
    )
    expect(await second).toEqual({ refused: '23514' })
    await stage.admin`delete from public.own_fields where kind = 'solution'`
  })
})

describe('a deleted choice', () => {
  const CHOICES = [
    { id: 'low', name: 'Low' },
    { id: 'high', name: 'High' },
  ]
  const ask = (field: string, choice: string) =>
    `select public.count_field_choice('${field}', '${choice}') as count`

  it('is counted for admins alone', async () => {
    const { Levels: id = '' } = await define(stage.admin, [
      { name: 'Levels', type: 'choices', choices: CHOICES },
    ])
    expect(await stage.outcome('manager', ask(id, 'low'))).toEqual({ refused: '42501' })
    expect(await stage.outcome('rival', ask(id, 'low'))).toEqual({ refused: 'PT404' })
    await stage.as('admin', async (tx) => {
      await tx.unsafe(setOwn({ levels: ['low', 'high'] }))
      await tx.unsafe(setOwn({ levels: ['low'] }, ID.ledger))
      expect((await tx.unsafe(ask(id, 'low')))[0]?.['count']).toBe(2)
      expect((await tx.unsafe(ask(id, 'high')))[0]?.['count']).toBe(1)
    })
    await stage.admin`delete from public.own_fields where id = ${id}`
  })
})

describe('a deleted field', () => {
  const purge = (tx: { unsafe: Stage['admin']['unsafe'] }) =>
    tx.unsafe(`select public.delete_expired('fields', 1, 1000, '${ID.acme}') as deleted`)

  it('waits 30 days, then goes with its values, and no record counts as changed', async () => {
    await rolledBack(stage, async (tx) => {
      await tx.unsafe(setOwn({ seats: 4 }))
      await tx.unsafe(setOwn({ seats: 5 }, ID.ledger))
      await tx`delete from public.systems where id = ${ID.ledger}`
      const state = () => tx`
        select r.updated_at, r.updated_by, (select count(*) from public.record_history) as lines
        from public.systems r where r.id = ${ID.billing}`
      const before = await state()
      await tx`update public.own_fields set deleted_at = now() where id = ${OWN.field}`
      expect((await purge(tx))[0]?.['deleted']).toBe(0)
      await tx`alter table public.own_fields disable trigger own_fields_check`
      await tx`update public.own_fields set deleted_at = now() - interval '31 days' where id = ${OWN.field}`
      await tx`alter table public.own_fields enable trigger own_fields_check`
      const keys = () => tx`select key from private.expired_rows('fields', 30, ${ID.acme}, '{}', 10) as key`
      expect((await keys()).map(({ key }) => key)).toEqual([OWN.field])
      expect(await tx`select private.accounts_with_expired('fields', 30) as account`).toEqual([
        { account: ID.acme },
      ])
      expect((await purge(tx))[0]?.['deleted']).toBe(2)
      expect(await ownOf(tx)).toEqual({})
      expect(await tx`select from public.own_fields where id = ${OWN.field}`).toHaveLength(0)
      expect(await tx`select from private.own_values where field_id = ${OWN.field}`).toHaveLength(0)
      expect(
        await tx`select record -> 'own' as own from public.binned_records where record_id = ${ID.ledger}`,
      ).toEqual([{ own: {} }])
      expect(await state()).toEqual(before)
    })
  })
})
