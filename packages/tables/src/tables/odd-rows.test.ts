import { expect, test } from 'vitest'
import { readText } from '../read-tables.ts'

async function oddOf(text: string) {
  const { rows, oddRows } = await readText(text, 'a.csv')
  return {
    rows: rows.map(({ number }) => number),
    odd: oddRows.map(({ row, because }) => [row.number, because]),
  }
}

test.each([
  ['a sum', 'Name;Cost\nMail;120,00\nWiki;30,00\nTotal;150,00', [2, 3], [[4, 'sum']]],
  [
    'sums of parts',
    'Name;Team;Cost\nMail;IT;1\nZwischensumme;;1\nWiki;HR;2\nSumme;;3',
    [2, 4],
    [
      [3, 'sum'],
      [5, 'sum'],
    ],
  ],
  ['the heads again', 'Name,Owner\nMail,Ann\nName,Owner\nWiki,Ben', [2, 4], [[3, 'heads']]],
  ['a record that is called so', 'Name,Owner,Cost\nTotal Commander,Ann,5\nWiki,Ben,2', [2, 3], []],
])('%s', async (_, text, rows, odd) => {
  expect(await oddOf(text)).toEqual({ rows, odd })
})

test('takes an odd row that the user keeps', async () => {
  const text = 'Name;Cost\nMail;120,00\nTotal;120,00'
  const { rows, oddRows } = await readText(text, 'a.csv', { overrides: { keptRows: [3] } })
  expect(rows.map(({ number }) => number)).toEqual([2, 3])
  expect(oddRows.map(({ row }) => row.number)).toEqual([3])
})
