import { expect, test } from 'vitest'
import { costCurrency } from '../reading/cost-currency.ts'
import type { ImportTarget } from '../reading/mapping.ts'
import { createTableSession } from '../reading/table-session.ts'
import { firstMapping, keysFor, matchOf, withUse, withWord } from './first-mapping.ts'

const TARGETS: readonly ImportTarget[] = [
  { key: 'name', label: 'Name', names: ['Name'], type: 'text', list: null },
  { key: 'source_id', label: 'Source ID', names: ['Source ID'], type: 'text', list: null },
  { key: 'own.cost_center', label: 'Cost Center', names: ['Cost Center'], type: 'text', list: null },
  { key: 'cost_per_month', label: 'Cost', names: ['Cost per Month'], type: 'number', list: null },
  { key: 'own.reviewed', label: 'Reviewed', names: ['Reviewed'], type: 'date', list: null },
]

async function begun(text: string, remembered: Parameters<typeof firstMapping>[3] = null, name = '') {
  const session = createTableSession(() => undefined)
  const preview = await session.read({ name, text }, {})
  return { preview, mapping: firstMapping(preview, TARGETS, await session.match(TARGETS), remembered) }
}

test('matches columns by their names and values; rows find their records by the surest key', async () => {
  const { mapping } = await begun('Number,Name,Other\n1,Mail,x', null, 'inventory-2026-11.csv')
  expect(mapping).toMatchObject({
    columns: [{ use: 'field', key: 'source_id' }, { use: 'field', key: 'name' }, { use: 'out' }],
    key: 'source',
    source: 'inventory',
  })
})

test('matches a file like an earlier one in the same way, without deleted fields', async () => {
  const remembered = {
    columns: { Number: 'line', Name: 'own.cost_center', Other: 'own.gone' },
    words: { status: { up: 'active' } },
    key: 'name',
    source: 'CMDB',
  } as const
  const { mapping, preview } = await begun('Number,Name,Other\n1,Mail,x', remembered)
  expect(mapping).toMatchObject({
    columns: [{ use: 'line' }, { use: 'field', key: 'own.cost_center' }, { use: 'out' }],
    words: { status: { up: 'active' } },
    // The name is no key here: no column has it.
    key: 'own.cost_center',
    source: 'CMDB',
  })
  expect(matchOf(preview, mapping).columns).toEqual({
    Number: 'line',
    Name: 'own.cost_center',
    Other: null,
  })
})

test('moves a field from its former column to another one', async () => {
  const { mapping } = await begun('Name,Other\nMail,x')
  const changed = withUse(mapping, 1, { use: 'field', key: 'name' }, TARGETS)
  expect(changed.columns).toEqual([{ use: 'out' }, { use: 'field', key: 'name' }])
})

test('takes custom texts as keys, and no dates', () => {
  const columns = ['own.cost_center', 'own.reviewed', 'name'].map((key) => ({ use: 'field', key }) as const)
  expect(keysFor(columns, TARGETS)).toEqual(['name', 'own.cost_center'])
  expect(keysFor([{ use: 'line' }], TARGETS)).toEqual([])
})

test('sets and forgets the meaning of a word', async () => {
  const { mapping } = await begun('Name\nMail')
  const said = withWord(mapping, 'status', 'up', 'active')
  expect(said.words).toEqual({ status: { up: 'active' } })
  expect(withWord(said, 'status', 'up', null).words).toEqual({ status: {} })
})

test.each([
  ['Name,Cost per month (CHF)\nMail,5', 'CHF'],
  ['Name,Cost per month\nMail,$ 5', 'USD'],
  ['Name,Cost per month\nMail,5', 'EUR'],
])('costs have the currency that their column names: %j', async (text, currency) => {
  const { mapping } = await begun(text)
  expect(costCurrency(mapping)).toBe(currency)
})
