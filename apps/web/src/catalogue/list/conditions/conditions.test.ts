import { DEMO_SYSTEMS } from '@cairn/workspace/examples/systems'
import { groupRecords } from '@cairn/workspace/rules/group-records'
import i18n from 'i18next'
import { expect, test } from 'vitest'
import { withPart } from './condition-parts.ts'
import { conditionText, groupText } from './condition-words.ts'
import type { FilterField } from './filter-fields.tsx'
import { occurringIn } from './occurring.ts'

void i18n.init({ lng: 'en', resources: {}, initAsync: false, interpolation: { escapeValue: false } })

const field = (key: string, type: FilterField['type'], options: FilterField['options'] = null) => ({
  ...{ key, label: `The ${key}`, type, options },
  unit: type === 'number' ? 'h' : '',
  operators: [],
})
const FIELDS = [
  field('vendor', 'text'),
  field('seats', 'number'),
  field('renews_on', 'date'),
  field('criticality', 'choice', [
    { id: 'low', label: 'Low' },
    { id: 'high', label: 'High' },
    { id: 'critical', label: 'Critical' },
  ]),
]

test.each([
  ['vendor', 'is', ['Acme'], 'The vendor is Acme'],
  ['vendor', 'empty', [], 'The vendor is empty'],
  ['seats', 'before', ['1200.5'], 'The seats is less than 1,200.5 h'],
  [
    'renews_on',
    'between',
    ['2026-01-31', '2026-03-01'],
    'The renews_on is between Jan 31, 2026 and Mar 1, 2026',
  ],
  ['criticality', 'is', ['low', 'high', 'critical'], 'The criticality is any of Low, High +1'],
  ['own.gone', 'contains', ['x'], 'own.gone contains x'],
] as const)('%s %s %j in words', (key, operator, values, words) => {
  expect(conditionText({ field: key, operator, values }, FIELDS, i18n.t, 'en')).toBe(words)
})

test('nested conditions in words', () => {
  const conditions = [
    { field: 'vendor', operator: 'is', values: ['Acme'] },
    { field: 'criticality', operator: 'is_not', values: ['low'] },
  ] as const
  expect(groupText({ match: 'any', conditions }, FIELDS, i18n.t, 'en')).toBe(
    'Any of: The vendor is Acme, The criticality is not Low',
  )
})

test('values that occur are counted, most first', () => {
  const [system] = DEMO_SYSTEMS
  if (system === undefined) throw new Error('There is no example.')
  const withVendor = (vendor: string) => ({ ...system, fields: { vendor } })
  const records = [withVendor('Acme'), withVendor('Zeta'), withVendor('Zeta'), { ...system, fields: {} }]
  expect([...occurringIn(groupRecords(records, 'vendor', 'text'))]).toEqual([
    ['Zeta', 2],
    ['Acme', 1],
  ])
})

test('a part is put in its place, added, and taken out', () => {
  expect(withPart(['a', 'b'], 1, 'c')).toEqual(['a', 'c'])
  expect(withPart(['a', 'b'], 2, 'c')).toEqual(['a', 'b', 'c'])
  expect(withPart(['a', 'b'], 0, null)).toEqual(['b'])
})
