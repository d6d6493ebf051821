import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import readWithLibrary from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import writeWithLibrary from 'write-excel-file/node'
import { collected } from '../../test/support/bytes.ts'
import { cellFor } from '../matching/cell-for.ts'
import type { Target } from '../matching/target.ts'
import { LIMITS } from '../model/limits.ts'
import type { Cell } from '../model/table.ts'
import { readFile } from '../read-tables.ts'
import { writeXlsx } from './write-xlsx.ts'
import { WORKBOOK_PARTS, workbookPart } from './xlsx-parts.ts'

const WITHOUT_HEAD = { headRow: null }

describe('written and read again', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('_', 'x', '0', 'D', '\r', '\n', '<', '&', ' ', '\t', '=') }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
    fc.boolean(),
    fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
    fc.constant(null),
  )
  const rows = fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 8 })

  test('nothing changes', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        const filled = written.map((cells) => [...cells, 'end'])
        const table = await readFile(await collected(writeXlsx(filled)), 'a.xlsx', {
          overrides: WITHOUT_HEAD,
        })
        expect(table.rows.map(({ cells }) => cells)).toEqual(filled.map((cells) => cells.map(emptyAsNull)))
      }),
      { numRuns: 200 },
    )
  })

  test('another library reads the same', async () => {
    const written = [
      ['Name', '<Cost> & "more"', 'Until', 'Used'],
      ['=1+1', 12.5, new Date('2026-12-31'), true],
    ]
    const bytes = await collected(writeXlsx(written, { sheet: 'Systems', widths: [20, 8] }))
    expect(await readWithLibrary(Buffer.from(bytes))).toEqual([{ sheet: 'Systems', data: written }])
  })
})

test('any sheet of a file that another library wrote is read', async () => {
  const head = ['Name', 'Cost', 'Until', 'Used']
  const row = ['Jira', 12.5, new Date('2026-12-31'), true]
  const file = await writeWithLibrary([
    { data: [['Notes'], ['Nothing here']], sheet: 'Read me' },
    { data: [head, row], sheet: 'Systems', dateFormat: 'dd/mm/yyyy' },
  ]).toBuffer()
  const bytes = Uint8Array.from(file)
  expect((await readFile(bytes, 'a.xlsx')).dialect.sheet).toBe('Systems')
  expect((await readFile(bytes, 'a.xlsx', { overrides: { sheet: 'Read me' } })).dialect.sheet).toBe('Read me')
  const table = await readFile(bytes, 'a.xlsx', { overrides: { sheet: 'Systems' } })
  expect(table).toMatchObject({ sheets: ['Read me', 'Systems'], head, rows: [{ number: 2, cells: row }] })
  await expect(readFile(bytes, 'a.xlsx', { overrides: { sheet: 'None' } })).rejects.toMatchObject({
    problem: { kind: 'no_such_sheet', sheet: 'None', sheets: ['Read me', 'Systems'] },
  })
})

describe('a sheet as programs write it', () => {
  test.each<[what: string, xml: string, cells: Cell[][]]>([
    ['without addresses', '<row><c t="inlineStr"><is><t>a</t></is></c><c><v>2</v></c></row>', [['a', 2]]],
    ['with gaps', '<row r="3"><c r="C3"><v>1</v></c></row>', [[null, null, 1]]],
    [
      'with runs and how they are spoken',
      '<row r="1"><c r="A1" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r><rPh><t>x</t></rPh></is></c></row>',
      [['ab']],
    ],
    [
      'with values of formulas',
      '<row r="1"><c r="A1" t="str"><f>B1&amp;"x"</f><v>ax</v></c><c r="B1"><f>1+1</f><v>2</v></c></row>',
      [['ax', 2]],
    ],
    ['with errors', '<row r="1"><c r="A1" t="e"><v>#N/A</v></c><c r="B1"><v>1</v></c></row>', [[null, 1]]],
    [
      'with styled cells far away',
      '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="0"/></row><row r="1048576"><c r="A1048576" s="0"/></row>',
      [[1]],
    ],
    [
      'with a date by its format',
      '<row r="1"><c r="A1" s="2"><v>46387</v></c><c r="B1" s="0"><v>46387</v></c></row>',
      [[new Date('2026-12-31'), 46387]],
    ],
    [
      'with a date in ISO',
      '<row r="1"><c r="A1" t="d"><v>2026-12-31</v></c></row>',
      [[new Date('2026-12-31')]],
    ],
    ['with a prefix', '<x:row r="1"><x:c r="A1"><x:v>7</x:v></x:c></x:row>', [[7]]],
  ])('%s', async (_, xml, cells) => {
    const table = await readFile(workbookWith(xml), 'a.xlsx', { overrides: WITHOUT_HEAD })
    expect(table.rows.map((row) => row.cells)).toEqual(cells)
  })
})

test('errors, formulas that were never computed, and hidden rows are counted', async () => {
  const xml =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Cost</t></is></c></row>' +
    '<row r="2"><c r="A2" t="inlineStr"><is><t>Mail</t></is></c><c r="B2" t="e"><v>#N/A</v></c></row>' +
    '<row r="3" hidden="1"><c r="A3" t="inlineStr"><is><t>Wiki</t></is></c><c r="B3"><f>1+1</f><v/></c></row>'
  expect((await readFile(workbookWith(xml), 'a.xlsx')).problems).toEqual([
    { kind: 'hidden_rows', count: 1 },
    { kind: 'formula_error', count: 1 },
    { kind: 'formula_not_computed', count: 1 },
  ])
})

test('the addresses behind cells are read, from links and from formulas', async () => {
  const target = { key: 'links', names: [], type: 'address' } as const
  const rows =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Open</t></is></c><c r="B1" t="str"><f>HYPERLINK("https://b.example","Docs")</f><v>Docs</v></c><c r="C1" t="inlineStr"><is><t>Ann</t></is></c></row>'
  const links =
    '</sheetData><hyperlinks><hyperlink ref="A1" r:id="r1"/><hyperlink ref="C1" r:id="r2"/></hyperlinks></worksheet>'
  const relation = (id: string, address: string) =>
    `<Relationship Id="${id}" Type="http://x/hyperlink" Target="${address}" TargetMode="External"/>`
  const bytes = workbookWith(strToU8(`<worksheet><sheetData>${rows}${links}`), {
    'xl/worksheets/_rels/sheet1.xml.rels': strToU8(
      `<Relationships>${relation('r1', 'https://a.example')}${relation('r2', 'mailto:ann@example.com?subject=x')}</Relationships>`,
    ),
  })
  const [row] = (await readFile(bytes, 'a.xlsx', { overrides: WITHOUT_HEAD })).rows
  const cell = (column: number, type: Target['type']) => row && cellFor(row, column, { ...target, type })
  expect([cell(0, 'address'), cell(1, 'address'), cell(2, 'member')]).toEqual([
    'https://a.example',
    'https://b.example',
    'mailto:ann@example.com',
  ])
  expect([cell(0, 'text'), cell(1, 'text'), cell(2, 'text')]).toEqual(['Open', 'Docs', 'Ann'])
})

describe('refused workbooks', () => {
  const bomb = new Uint8Array(30_000_000).fill(32)

  test('a part that inflates too far', async () => {
    const limits = { ...LIMITS, inflatedBytes: 1_000_000 }
    const bytes = workbookWith(bomb)
    expect(bytes.length).toBeLessThan(100_000)
    const refusal = { problem: { kind: 'inflates_too_far', most: 1_000_000 } }
    await expect(readFile(bytes, 'a.xlsx', { limits })).rejects.toMatchObject(refusal)
    await expect(readFile(withSizesOfOne(bytes), 'a.xlsx', { limits })).rejects.toMatchObject(refusal)
  })

  test.each([
    ['a row beyond every spreadsheet', '<row r="99999999"><c><v>1</v></c></row>'],
    ['a column beyond every spreadsheet', '<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'],
    ['a sheet that ends in the middle', '<row r="1"><c r="A1"><v>1</v>'],
    ['a text without end', `<row r="1"><c r="A1"><v>${'1'.repeat(5_000_000)}`],
  ])('%s', async (_, xml) => {
    await expect(readFile(workbookWith(xml), 'a.xlsx')).rejects.toMatchObject({
      problem: { kind: 'damaged' },
    })
  })

  test('too many columns and rows, with their number', async () => {
    const wide = `<row r="1">${'<c><v>1</v></c>'.repeat(500)}</row>`
    await expect(readFile(workbookWith(wide), 'a.xlsx')).rejects.toMatchObject({
      problem: { kind: 'too_many_columns', count: 500, most: 200 },
    })
    const long = '<row><c><v>1</v></c></row>'.repeat(300_001)
    await expect(readFile(workbookWith(long), 'a.xlsx')).rejects.toMatchObject({
      problem: { kind: 'too_many_rows', count: 300_000, most: 100_000 },
    })
  })

  test('a workbook without a sheet', async () => {
    const parts = Object.fromEntries(WORKBOOK_PARTS.map(([path, xml]) => [path, strToU8(xml)]))
    const bytes = zipSync({ ...parts, 'xl/workbook.xml': strToU8('<workbook/>') })
    await expect(readFile(bytes, 'a.xlsx')).rejects.toMatchObject({
      problem: { kind: 'no_entries', format: 'xlsx' },
    })
  })
})

function workbookWith(rows: string | Uint8Array, more: Record<string, Uint8Array> = {}): Uint8Array {
  const parts = Object.fromEntries(
    [...WORKBOOK_PARTS, workbookPart('One')].map(([path, xml]) => [path, strToU8(xml)]),
  )
  const isOpen = typeof rows === 'string' && rows.endsWith('row>')
  const sheet =
    typeof rows === 'string'
      ? strToU8(`<worksheet><sheetData>${rows}${isOpen ? '</sheetData></worksheet>' : ''}`)
      : rows
  return zipSync({ ...parts, ...more, 'xl/worksheets/sheet1.xml': sheet })
}

/** The same archive, with a directory that lists one byte for every part. */
function withSizesOfOne(bytes: Uint8Array): Uint8Array {
  const lying = Uint8Array.from(bytes)
  const view = new DataView(lying.buffer)
  for (let at = 0; at + 46 < lying.length; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1, true)
  return lying
}

function emptyAsNull(cell: Cell): Cell {
  return cell === '' ? null : cell
}
