import { expect, test } from 'vitest'
import { datedName } from './dated-name.ts'
import { usualSeparator } from './usual-separator.ts'
import { writtenRows } from './written-rows.ts'

test('a file is called by what it has and the day', () => {
  expect(datedName('systems', 'csv', new Date(2026, 10, 3))).toBe('systems-2026-11-03.csv')
})

test('where the comma is the decimal mark, a semicolon stands between cells', () => {
  expect(['en', 'de', 'fr', 'es'].map(usualSeparator)).toEqual([',', ';', ';', ';'])
})

const shape = {
  format: 'csv',
  separator: ',',
  sheet: 'Team',
  columns: [{ key: 'name', head: 'Name', type: 'text' }],
} as const

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += new TextDecoder('utf-8', { ignoreBOM: true }).decode(piece)
  return text
}

test('a list is read page by page, as the file is taken', async () => {
  const asked: (number | null)[] = []
  const read = async (from: number | null) => {
    asked.push(from)
    const page = from ?? 0
    return { rows: [{ name: `=${page}` }], total: 3, next: page < 2 ? page + 1 : null }
  }
  const { total, pieces } = await writtenRows(shape, new AbortController().signal, read)
  expect([total, asked]).toEqual([3, [null]])
  expect(await textOf(pieces)).toBe("\ufeffName\r\n'=0\r\n'=1\r\n'=2\r\n")
  expect(asked).toEqual([null, 1, 2])
})

test('it ends where the user stops it', async () => {
  const stopper = new AbortController()
  const read = async (from: number | null) => {
    if (from !== null) stopper.abort(new Error('stopped'))
    return { rows: [{ name: 'x' }], total: 10, next: 1 }
  }
  const { pieces } = await writtenRows(shape, stopper.signal, read)
  await expect(textOf(pieces)).rejects.toThrow('stopped')
})
