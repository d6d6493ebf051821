import { phrase } from '@cairn/workspace/lib/phrase'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { startTranslations } from '@/i18n/setup.ts'
import { builtInFields, type RecordField } from '../fields/field.ts'
import { type RecordForm, recordForm, recordFormFields } from '../form/record-form.ts'
import { schemaWithFields } from '../form/record-resolver.ts'
import { groupChanges } from './group-changes.ts'
import { fieldColumns, fieldObstacle, valuesOfLine } from './restorable-fields.ts'
import { restore } from './restoring.ts'

beforeAll(startTranslations)

const present: RecordForm = {
  ...recordForm(null),
  name: 'Payroll',
  fields: { vendor: 'Acme', criticality: 'low', 'own.retired': 'x' },
  links: [{ purpose: 'docs', title: 'Guide', url: 'https://a.test' }],
}

function ownField(key: string, type: RecordField['type']): RecordField {
  const [vendor] = builtInFields(i18next.t)
  if (!vendor) throw new Error('There are no fields.')
  return { ...vendor, key, type, isOwn: true }
}

function restored(column: string, stored: unknown) {
  const fields = [
    ...builtInFields(i18next.t),
    ownField('own.floor', 'number'),
    ownField('own.lead', 'member'),
  ]
  const schema = z.object(recordFormFields({ required: phrase('Name'), tooLong: phrase('Name') }))
  const context = {
    present,
    columns: fieldColumns<RecordForm>(fields),
    schema: schemaWithFields(schema, fields, i18next.t, 'en'),
    canOwn: () => true,
    obstacle: (key: string, value: unknown) =>
      fieldObstacle(
        fields.find((field) => field.key === key),
        value,
        (id) => id === 'p1',
      ),
  }
  const { form, restored: columns, obstacles } = restore(context, new Map([[column, stored]]))
  return columns.length > 0
    ? { fields: form.fields, links: form.links }
    : (obstacles.get(column) ?? 'nothing')
}

describe('restoring a former value of a field', () => {
  test('replaces the present value, and keeps the other fields', () => {
    const { links } = present
    expect(restored('vendor', 'Initech')).toEqual({ fields: { ...present.fields, vendor: 'Initech' }, links })
    expect(restored('vendor', '')).toEqual({ fields: { criticality: 'low', 'own.retired': 'x' }, links })
    expect(restored('own.floor', 3)).toEqual({ fields: { ...present.fields, 'own.floor': 3 }, links })
    expect(restored('own.lead', 'p1')).toMatchObject({ fields: { 'own.lead': 'p1' } })
  })

  test('offers nothing for the present value, whatever the order of its parts', () => {
    expect(restored('criticality', 'low')).toBe('nothing')
    expect(restored('department', null)).toBe('nothing')
    expect(restored('links', [{ url: 'https://a.test', title: 'Guide', purpose: 'docs' }])).toBe('nothing')
  })

  test('gives the reason for a value that no longer fits', () => {
    expect(restored('criticality', 'extreme')).toBe('refused')
    expect(restored('renews_on', '1800-01-01')).toBe('refused')
    expect(restored('own.floor', 'third')).toBe('refused')
    expect(restored('own.lead', 'p9')).toBe('gone')
    expect(restored('own.retired', 'y')).toBe('elsewhere')
    expect(restored('links', 'none')).toBe('refused')
  })

  test('brings links back as they were', () => {
    expect(restored('links', [])).toMatchObject({ links: [] })
  })
})

test('a cost is restored with the currency that changed with it', () => {
  const line = {
    isOfAct: false,
    act: 'a',
    action: 'updated',
    after: null,
    changedBy: null,
    program: null,
    changedAt: '2026-01-01',
  } as const
  const [change] = groupChanges([
    { ...line, id: '1', field: 'cost_per_month', before: 5 },
    { ...line, id: '2', field: 'cost_currency', before: 'USD' },
    { ...line, id: '3', field: 'vendor', before: 'Acme' },
  ])
  const [cost, , vendor] = change?.entries ?? []
  if (!change || !cost || !vendor) throw new Error('There is no change.')
  expect(Object.fromEntries(valuesOfLine(cost, change))).toEqual({ cost_per_month: 5, cost_currency: 'USD' })
  expect(Object.fromEntries(valuesOfLine(vendor, change))).toEqual({ vendor: 'Acme' })
})
