import { expect, test } from 'vitest'
import { bestFirst } from './best-first.ts'

const systems = [
  { name: 'Archive', description: 'Keeps the ledger' },
  { name: 'Billing', description: '' },
  { name: 'Ledger', description: 'Books' },
]
const found = (text: string) =>
  bestFirst(systems, text, ({ name, description }) => [name, description]).map(({ name }) => name)

test('a match in the name comes before one in the description', () => {
  expect(found(' LEDGER')).toEqual(['Ledger', 'Archive'])
  expect(found('b')).toEqual(['Billing', 'Ledger'])
  expect(found('')).toEqual(['Archive', 'Billing', 'Ledger'])
  expect(found('zz')).toEqual([])
})
