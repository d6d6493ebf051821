import { expect, test } from 'vitest'
import { rowsToSend } from './rows-to-send.ts'

const row = (number: number, values: Record<string, string | string[]>) => ({ row: number, values })

test('characters that are none are named by their field, and not sent', () => {
  const [part = []] = rowsToSend([
    row(1, { name: 'a\0', description: 'whole 😀', vendor: 'half \ud83d', tags: ['a', '\udc00'] }),
  ])
  expect(part).toEqual([
    { row: 1, values: { description: 'whole 😀' }, unreadable: ['name', 'vendor', 'tags'] },
  ])
})

test('a part fits into a request, and keeps the order', () => {
  const rows = Array.from({ length: 1000 }, (_, place) => row(place + 1, { description: 'ä'.repeat(2000) }))
  const parts = rowsToSend(rows)
  expect(parts.flat().map((each) => each.row)).toEqual(rows.map((each) => each.row))
  for (const part of parts)
    expect(new TextEncoder().encode(JSON.stringify(part)).length).toBeLessThan(1_000_000)
})

test('a text that no field takes is sent by its beginning', () => {
  const [[sent] = []] = rowsToSend([row(1, { description: 'x'.repeat(100_000) })])
  expect(sent?.values['description']).toHaveLength(6_000)
})

test('no rows are no part', () => {
  expect(rowsToSend([])).toEqual([])
})
