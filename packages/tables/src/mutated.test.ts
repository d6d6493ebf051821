import { expect, test } from 'vitest'
import { bytesOf, collected } from '../test/support/bytes.ts'
import { LIMITS } from './model/limits.ts'
import { TableError } from './model/table-error.ts'
import { readFile } from './read-tables.ts'
import { writeXlsx } from './xlsx/write-xlsx.ts'

const FILES = 10_000
/** A file of a few hundred bytes takes under a millisecond; a busy machine may hold one up. */
const LONGEST_MS = 2_000

const TEXTS = [
  ['a.csv', 'Name;Kosten;Bis\r\n"Jira; ""neu""";1.234,50;31.12.2026\r\nWiki;3,2;05.01.2027\r\n'],
  ['a.tsv', 'Name\tOwner\nJira\tann@example.com\n"a\nb"\tx\n'],
  ['a.json', '[{"name":"Jira","tags":["a"],"owner":{"email":"ann@example.com"}},{"name":"Wiki","cost":1e3}]'],
  ['a.jsonl', '{"name":"Jira"}\n{"name":"Wiki","x":[1,{"y":null}]}\n'],
  [
    'catalog-info.yaml',
    'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: &m\n  name: a\n  tags: [x, y]\nspec:\n  owner: *m\n---\n- {a: "b"}\n',
  ],
] as const

test(`${FILES} mutated files are read or refused, each within its time`, async () => {
  const workbook = await collected(
    writeXlsx([
      ['Name', 'Cost'],
      ['Jira', 5],
      ['<&>', new Date(0)],
      [true, '_x000D_'],
    ]),
  )
  const originals = [
    ['a.xlsx', workbook],
    ...TEXTS.map(([name, text]) => [name, bytesOf(text)] as const),
  ] as const
  const random = randomFrom(26)
  const limits = { ...LIMITS, inflatedBytes: 5_000_000 }
  const outcomes = { read: 0, refused: 0 }
  let longest = 0
  for (let index = 0; index < FILES; index += 1) {
    const [name, bytes] = originals[index % originals.length] ?? originals[0]
    const file = mutated(bytes, random)
    const began = performance.now()
    try {
      await readFile(file, name, { limits })
      outcomes.read += 1
    } catch (error) {
      if (!(error instanceof TableError)) throw new Error(`${name}, file ${index}`, { cause: error })
      outcomes.refused += 1
    }
    longest = Math.max(longest, performance.now() - began)
  }
  expect(outcomes.read).toBeGreaterThan(FILES / 10)
  expect(outcomes.refused).toBeGreaterThan(FILES / 10)
  expect(longest).toBeLessThan(LONGEST_MS)
})

/** Up to eight changes: a byte is another, a stretch is missing, doubled, or in another place. */
function mutated(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  let file = Array.from(bytes)
  for (let change = random(8) + 1; change > 0; change -= 1) {
    const at = random(file.length + 1)
    const stretch = file.slice(at, at + random(40))
    const before = file.slice(0, at)
    const after = file.slice(at)
    const kind = random(5)
    if (kind === 0) file = [...before, random(256), ...after.slice(1)]
    else if (kind === 1) file = [...before, ...after.slice(stretch.length)]
    else if (kind === 2) file = [...before, ...stretch, ...after]
    else if (kind === 3)
      file = [...before, ...Array.from({ length: random(300) }, () => file[at] ?? 0x5b), ...after]
    else file = [...before, ...file.slice(random(file.length + 1)), ...after].slice(0, 5_000)
  }
  return Uint8Array.from(file)
}

/** The same chances in every run (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(below, 1)
  }
}
