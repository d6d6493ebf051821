import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { bytesOf, collected } from '../test/support/bytes.ts'
import { referenceTime } from '../test/support/reference.ts'
import { writeCsv } from './csv/write-csv.ts'
import { writeJson } from './json/write-json.ts'
import { type FileProblem, TableError } from './model/table-error.ts'
import { readFile, readText } from './read-tables.ts'
import { writeXlsx } from './xlsx/write-xlsx.ts'

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
const OLE = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(500)])

/** The refused files, each with the reason. */
const REFUSED: [what: string, name: string, bytes: Uint8Array, problem: FileProblem][] = [
  ['an empty file', 'a.csv', new Uint8Array(), { kind: 'empty' }],
  ['spaces alone', 'a.csv', bytesOf('\ufeff \r\n\t\n'), { kind: 'empty' }],
  ['separators alone', 'a.csv', bytesOf(',,,\n,,,\n'), { kind: 'empty' }],
  ['a picture named .csv', 'a.csv', PNG, { kind: 'not_a_table', found: 'picture' }],
  ['a PDF named .csv', 'a.csv', bytesOf('%PDF-1.7\n…'), { kind: 'not_a_table', found: 'pdf' }],
  ['an old workbook', 'a.xls', OLE, { kind: 'not_a_table', found: 'old_workbook' }],
  [
    'a workbook with a password',
    'a.xlsx',
    Uint8Array.from([...OLE, ...Buffer.from('EncryptedPackage', 'utf16le')]),
    { kind: 'not_a_table', found: 'protected_workbook' },
  ],
  [
    'a web page named .xls',
    'a.xls',
    bytesOf('<html><table><tr><td>a'),
    { kind: 'not_a_table', found: 'web_page' },
  ],
  ['XML', 'a.csv', bytesOf('<?xml version="1.0"?><a/>'), { kind: 'not_a_table', found: 'xml' }],
  [
    'a letter',
    'a.xlsx',
    zipSync({ 'word/document.xml': strToU8('<a/>') }),
    { kind: 'not_a_table', found: 'text_document' },
  ],
  ['an archive', 'a.xlsx', zipSync({ 'a.txt': strToU8('a') }), { kind: 'not_a_table', found: 'archive' }],
  [
    'bytes',
    'a.csv',
    Uint8Array.from({ length: 900 }, (_, index) => (index * 7) % 32),
    { kind: 'not_a_table', found: 'unknown' },
  ],
  [
    'half a workbook',
    'a.xlsx',
    zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') }).subarray(0, 60),
    { kind: 'damaged', format: 'xlsx', line: null },
  ],
  [
    'JSON that ends too early',
    'a.json',
    bytesOf('[{"name":"a"},\n{"name"'),
    { kind: 'damaged', format: 'json', line: 2 },
  ],
  [
    'a line that is no JSON',
    'a.jsonl',
    bytesOf('{"a":1}\n{"a":'),
    { kind: 'damaged', format: 'json-lines', line: 2 },
  ],
  ['JSON without entries', 'a.json', bytesOf('[1, 2]'), { kind: 'no_entries', format: 'json' }],
  [
    'a catalog of places alone',
    'a.yaml',
    bytesOf('apiVersion: backstage.io/v1alpha1\nkind: Location\nmetadata: {name: a}'),
    { kind: 'nothing_to_register', parts: ['Location'] },
  ],
  [
    'a service that belongs to what runs elsewhere',
    'service.yaml',
    bytesOf('apiVersion: v1\nkind: Service\nmetadata: {name: shop}\nspec: {ports: []}'),
    { kind: 'nothing_to_register', parts: ['Service'] },
  ],
  ['deep JSON', 'a.json', bytesOf('['.repeat(1_000_000)), { kind: 'too_deep', most: 64 }],
  ['deep YAML', 'a.yaml', bytesOf('['.repeat(9_000) + ']'.repeat(9_000)), { kind: 'too_deep', most: 64 }],
  ['very deep YAML', 'a.yaml', bytesOf('- '.repeat(100_000)), { kind: 'too_deep', most: 64 }],
  ['YAML that contains itself', 'a.yaml', bytesOf('a: &a\n  b: *a\n'), { kind: 'too_deep', most: 64 }],
  ['YAML with a slip', 'a.yaml', bytesOf('a: 1\nb: [1,\nc: }'), { kind: 'damaged', format: 'yaml', line: 3 }],
  ['aliases by the million', 'a.yaml', bytesOf(laughs()), { kind: 'too_many_aliases', most: 1000 }],
  [
    'a file of 200 MB',
    'a.csv',
    new Uint8Array(200 * 1024 * 1024),
    { kind: 'file_too_large', count: 209715200, most: 52428800 },
  ],
  [
    '500 columns',
    'a.csv',
    bytesOf(`${'a,'.repeat(499)}b\n`),
    { kind: 'too_many_columns', count: 500, most: 200 },
  ],
  [
    '300,000 rows',
    'a.csv',
    bytesOf(`name\n${'a\n'.repeat(300_000)}`),
    { kind: 'too_many_rows', count: 300_000, most: 100_000 },
  ],
]

test.each(REFUSED)('%s is refused', async (_, name, bytes, problem) => {
  await expect(readFile(bytes, name)).rejects.toMatchObject({ name: 'TableError', problem })
})

describe('the problems of a table are reported beside it', () => {
  test('two heads alike', async () => {
    const { problems } = await readText('Name,Owner,name\nJira,Ann,x', 'a.csv')
    expect(problems).toEqual([{ kind: 'same_heads', head: 'Name', columns: [0, 2] }])
  })

  test('a long cell, NUL, half a character, a quote without end', async () => {
    const csv = await readText(`Name,Text\nJira,${'x'.repeat(10_001)}\nWiki,a\0b\nMail,"no end`, 'a.csv')
    expect(csv.problems).toEqual([
      { kind: 'cell_too_long', row: 2, column: 1, count: 10_001, most: 10_000 },
      { kind: 'unreadable_character', row: 3, column: 1, found: 'nul' },
      { kind: 'unclosed_quote', row: 4 },
    ])
    const json = await readText('[{"name":"a\\ud800"}]', 'a.json')
    expect(json.problems).toEqual([
      { kind: 'unreadable_character', row: 1, column: 0, found: 'lone_surrogate' },
    ])
  })
})

/** Texts with which parsers of YAML spend minutes. */
const COSTLY = [
  '['.repeat(1_000_000),
  '&a '.repeat(100_000),
  '&a\n'.repeat(100_000),
  '!a '.repeat(100_000),
  '*a '.repeat(10_000),
  '"'.repeat(500_000),
  'a: '.repeat(50_000),
  '"a": 1, '.repeat(100_000),
  '? '.repeat(20_000),
  '- \n'.repeat(500_000),
  `a: &a [${'b,'.repeat(20_000)}]\nc: [${'*a,'.repeat(900)}]`,
]

test.each(COSTLY.map((text) => [text.slice(0, 12), text]))(
  '%j again and again is refused at once',
  async (_, text) => {
    const reference = await referenceTime(readText)
    const began = performance.now()
    await expect(readText(text, 'a.yaml')).rejects.toBeInstanceOf(TableError)
    expect(performance.now() - began).toBeLessThan(20 * reference)
  },
)

/** Contents whose kind is recognized whatever the name says. */
const RECOGNIZED: [text: string, name: string, kind: string][] = [
  ['name,owner\nJira,Ann', 'a.json.csv', 'csv'],
  ['[{"name":"Jira"}]', 'a.csv', 'json'],
  ['{"name":"Jira"}\n{"name":"Wiki"}', 'a.txt', 'json-lines'],
  ['---\nname: Jira\n', 'pasted', 'yaml'],
  ['name: Jira\nowner: Ann\n', 'pasted', 'yaml'],
  ['- name: Jira\n- name: Wiki\n', 'pasted', 'yaml'],
  ['Note: this is a list\nJira,Ann', 'a.csv', 'csv'],
  ['{not JSON},b\nc,d', 'a.csv', 'csv'],
  ['Jira', 'pasted', 'csv'],
]

test.each(RECOGNIZED)('%j in %s is %s', async (text, name, kind) => {
  expect((await readText(text, name)).dialect.kind).toBe(kind)
})

describe('a large file', () => {
  const ROWS = 20_000
  const writers = [
    ['a.csv', writeCsv],
    ['a.xlsx', writeXlsx],
    ['a.json', (rows: Iterable<string[]>) => writeJson(['name', 'text'], rows)],
  ] as const

  test.each(writers)('%s is written while its rows come, and is read with progress', async (name, write) => {
    let given = 0
    function* rows() {
      for (; given < ROWS; given += 1) yield [`System ${given}`, `Text of ${given}`]
    }
    const [pieces, givenAtFirst] = await piecesOf(write(rows()), () => given)
    expect(givenAtFirst).toBeLessThan(ROWS / 4)
    const shares: number[] = []
    const table = await readFile(pieces, name, {
      overrides: { headRow: null },
      onProgress: (share) => shares.push(share),
    })
    expect(table.rows).toHaveLength(ROWS)
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares.every((share) => share > 0 && share <= 1)).toBe(true)
    if (name !== 'a.json') expect(shares.length).toBeGreaterThan(3)
  })
})

async function piecesOf(
  pieces: AsyncIterable<Uint8Array>,
  atFirst: () => number,
): Promise<[Uint8Array, number]> {
  const all: Uint8Array[] = []
  let first: number | null = null
  for await (const piece of pieces) {
    first ??= atFirst()
    all.push(piece)
  }
  return [Uint8Array.from(Buffer.concat(all)), first ?? 0]
}

test('JSON that is written is read again', async () => {
  const head = ['name', 'cost', 'used']
  const rows = [
    ['Jira, "the best"', 5, true],
    ['=1+1', null, false],
  ]
  const table = await readFile(await collected(writeJson(head, rows)), 'a.json')
  expect(table.head).toEqual(head)
  expect(table.rows.map(({ cells }) => cells)).toEqual(rows)
  await expect(readFile(await collected(writeJson(head, [])), 'a.json')).rejects.toMatchObject({
    problem: { kind: 'no_entries' },
  })
})

/** A billion laughs: each anchor repeats the one before ten times. */
function laughs(): string {
  const lines = Array.from(
    { length: 9 },
    (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(10)}]`,
  )
  return `a0: &a0 [lol]\n${lines.join('\n')}\n`
}
