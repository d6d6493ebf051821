import { AUTOMATION_STATUSES } from '@cairn/workspace/port/records/automations'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import i18n, { type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { builtInFields, ownField } from '../../fields/field.ts'
import { allColumns, shownColumns } from './export-columns.ts'

let t: TFunction
beforeAll(async () => {
  t = await i18n.init({ lng: 'en', resources: {}, keySeparator: false, nsSeparator: false })
})

test('no two columns of a file have the same key or head', () => {
  for (const kind of CATALOGUE_KINDS) {
    const columns = allColumns(kind, builtInFields(t), t)
    expect(new Set(columns.map(({ key }) => key)).size).toBe(columns.length)
    expect(new Set(columns.map(({ head }) => head)).size).toBe(columns.length)
  }
})

test('statuses, choices, yes and no have the words that the list shows', () => {
  const field = ownField({
    ...{ id: '1', kind: 'automation', key: 'checked', name: 'Checked', type: 'yes_no', help: '', unit: '' },
    ...{ choices: [], recordKind: null, required: false, defaultValue: null, section: '' },
    ...{ isRetired: false, deletedAt: null, version: '1', place: 0 },
  })
  const columns = new Map(
    allColumns('automation', [...builtInFields(t), field], t).map((column) => [column.key, column]),
  )
  expect(Object.keys(columns.get('status')?.words ?? {})).toEqual([...AUTOMATION_STATUSES])
  expect(columns.get('lifecycle')?.words).toMatchObject({ phasing_out: 'Phasing Out' })
  expect(columns.get('own.checked')?.words).toEqual({ true: 'Yes', false: 'No' })
  expect(columns.get('source')?.words).toBeUndefined()
})

test('columns come in the order of the list, under its heads, and an amount with its currency', () => {
  const all = allColumns('agent', builtInFields(t), t)
  const shown = [
    { id: 'name', header: 'Name' },
    { id: 'lastPublisher', header: 'Last Publisher' },
    { id: 'cost_per_month', header: null },
    { id: 'gone', header: 'Gone' },
  ]
  expect(shownColumns(all, shown).map(({ key, head }) => [key, head])).toEqual([
    ['name', 'Name'],
    ['lastPublisher', 'Last Publisher'],
    ['cost_per_month', 'Cost per Month'],
    ['cost_currency', 'Currency'],
  ])
})
