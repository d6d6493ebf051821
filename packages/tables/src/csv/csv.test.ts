import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOf, collected } from '../../test/support/bytes.ts'
import { referenceTime } from '../../test/support/reference.ts'
import { type Cell, SEPARATORS } from '../model/table.ts'
import { readFile, readText } from '../read-tables.ts'
import { harmless, original } from './formulas.ts'
import { writeCsv } from './write-csv.ts'

const WITHOUT_HEAD = { headRow: null }

async function rowsOf(text: string) {
  const { rows } = await readText(text, 'a.csv', { overrides: WITHOUT_HEAD })
  return rows.map(({ cells }) => cells)
}

/** The edge cases of the format: a text, and its rows. */
const CORNERS: [what: string, text: string, rows: Cell[][]][] = [
  ['a separator in quotes', 'a,"b,c",d', [['a', 'b,c', 'd']]],
  ['quotes in quotes', 'a,"say ""hi"""', [['a', 'say "hi"']]],
  [
    'a line end in quotes',
    'a,"b\nc"\r\nd,e',
    [
      ['a', 'b\nc'],
      ['d', 'e'],
    ],
  ],
  [
    '\\r\\n in quotes',
    'a,"b\r\nc"\r\nd,e',
    [
      ['a', 'b\r\nc'],
      ['d', 'e'],
    ],
  ],
  [
    'lines that end with \\r',
    'a,b\rc,d\r',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'lines that end with \\n and with \\r\\n',
    'a,b\r\nc,d\ne,"f"\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ],
  ],
  [
    'no end of the last line',
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'empty cells',
    'a,,c\n,,\n,b,',
    [
      ['a', null, 'c'],
      [null, 'b'],
    ],
  ],
  ['empty quotes', 'a,"",c', [['a', null, 'c']]],
  [
    'blank lines',
    'a,b\n\n\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['JSON in a cell', 'a,"{""x"": [1, 2]}"', [['a', '{"x": [1, 2]}']]],
  ['rows of several widths', 'a,b,c\nd\ne,f', [['a', 'b', 'c'], ['d'], ['e', 'f']]],
  [
    'spaces before quotes',
    'a, "b, c"\n"d" , "e\nf"',
    [
      ['a', 'b, c'],
      ['d', 'e\nf'],
    ],
  ],
  [
    'backslashes before quotes',
    'a,"say \\"hi\\", please"\nb,c',
    [
      ['a', 'say "hi", please'],
      ['b', 'c'],
    ],
  ],
  [
    'a path that ends with a backslash',
    'a,"C:\\dir\\"\nb,c',
    [
      ['a', 'C:\\dir\\'],
      ['b', 'c'],
    ],
  ],
  ['the type of PowerShell', '#TYPE System.Object\r\na,b\r\n', [['a', 'b']]],
  ['the schema of a SharePoint list', 'ListSchema={"schemaXmlList":["<Field/>"]}\r\na,b\r\n', [['a', 'b']]],
  [
    'a quote in the middle',
    'Screen 5" wide,b\nc,d',
    [
      ['Screen 5" wide', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'umlauts, emoji and writing from the right',
    'ä,😀\nשלום,\u200fאב',
    [
      ['ä', '😀'],
      ['שלום', '\u200fאב'],
    ],
  ],
  [
    'spaces',
    ' a , b \nc,d',
    [
      [' a ', ' b '],
      ['c', 'd'],
    ],
  ],
  [
    'HTML',
    '<b>x</b>,<script>alert(1)</script>\nc,d',
    [
      ['<b>x</b>', '<script>alert(1)</script>'],
      ['c', 'd'],
    ],
  ],
]

test.each(CORNERS)('%s', async (_, text, rows) => {
  expect(await rowsOf(text)).toEqual(rows)
})

/** Files as programs write them, and the dialect that is recognized. */
const DIALECTS: [what: string, text: string, separator: string, decimal: string, dateOrder: string | null][] =
  [
    [
      'Excel in English',
      'Name,Cost,Until\r\nJira,"1,234.50",12/31/2026\r\nWiki,3.2,1/5/2027\r\n',
      ',',
      '.',
      'month',
    ],
    [
      'Excel in German',
      'Name;Kosten;Bis\r\nJira;1.234,50;31.12.2026\r\nWiki;3,2;05.01.2027\r\n',
      ';',
      ',',
      'day',
    ],
    [
      'Excel in French',
      'Nom;Coût;Fin\r\nJira;1 234,50;31/12/2026\r\nWiki;3,2;05/01/2027\r\n',
      ';',
      ',',
      'day',
    ],
    ['Excel with its own line', 'sep=;\r\nName;Until\r\nJira;2026-12-31\r\n', ';', ',', 'year'],
    ['Google', 'Name,Cost,Until\nJira,1234.5,2026-12-31\nWiki,3.2,2027-01-05', ',', '.', 'year'],
    ['cells that were copied', 'Name\tCost\nJira, the best\t1.5\nWiki\t2,000.25', '\t', '.', null],
    ['a database', 'name|cost\nJira|12.25\nWiki|3.00', '|', '.', null],
    ['text with commas', 'Name;Text\nJira;one, two, three\nWiki;four, five\nMail;six', ';', ',', null],
    ['semicolons and points', 'Name;Cost\nJira;12.25\nWiki;3.5', ';', '.', null],
    ['British dates', 'Name,Until\nJira,31/12/2026\nWiki,05/01/2027', ',', '.', 'day'],
  ]

test.each(DIALECTS)('%s', async (_, text, separator, decimal, dateOrder) => {
  const { dialect, head } = await readText(text, 'a.csv')
  expect(dialect).toMatchObject({ separator, decimal, dateOrder, headRow: 1 })
  expect(head?.[0]).toMatch(/^(?:Name|name|Nom)$/)
})

test('each part of the dialect can be given instead', async () => {
  const text = "Name;'a;b'\nx;1.234"
  const { dialect, head, rows } = await readText(text, 'a.csv', {
    overrides: { separator: ';', quote: "'", headRow: null, decimal: ',', dateOrder: 'month' },
  })
  expect(dialect).toMatchObject({
    separator: ';',
    quote: "'",
    headRow: null,
    decimal: ',',
    dateOrder: 'month',
  })
  expect(head).toBeNull()
  expect(rows[0]?.cells).toEqual(['Name', 'a;b'])
})

describe('the output of a program is recognized', () => {
  const word = fc.constantFrom(
    'Jira',
    'Müller & Co',
    'a, b',
    'x; y',
    'one | two',
    'say "hi"',
    'two\nlines',
    '5',
    '1,5',
    '',
  )
  const table = fc.array(fc.tuple(word, word, word, word), { minLength: 3, maxLength: 30 })

  test.each(SEPARATORS)('with the separator %j', async (separator) => {
    await fc.assert(
      fc.asyncProperty(table, fc.boolean(), async (cells, bom) => {
        const rows = [['Name', 'Owner', 'Text', 'Cost'], ...cells.map((row) => ['System', ...row.slice(1)])]
        const read = await readFile(await collected(writeCsv(rows, { separator, bom })), 'a.csv')
        expect(read.dialect).toMatchObject({
          separator,
          quote: '"',
          headRow: 1,
          encoding: bom ? 'utf-8-bom' : 'utf-8',
        })
        expect(read.rows.map((row) => padded(row.cells, 4))).toEqual(rows.slice(1))
      }),
      { numRuns: 60 },
    )
  })
})

/** Texts that are slow for a reader that scans the same place again and again. */
const COSTLY = [
  ' "',
  ', "',
  ',"a,""',
  '\\"',
  '"',
  '"a"b',
  '"a" ',
  "'",
  '""',
  ',',
  '"a\n',
  '\r',
  ' ',
  '=',
  "'='",
  '<',
  '{',
  '[,',
  'a:',
]

test.each(COSTLY)('%j again and again takes no longer than other texts', async (part) => {
  const reference = await referenceTime(readText)
  const began = performance.now()
  const outcome = await readText(part.repeat(1_000_000 / part.length), 'a.csv').catch(
    (error: unknown) => error,
  )
  expect(outcome instanceof Error ? outcome.name : 'read').toMatch(/^(?:read|TableError)$/)
  expect(performance.now() - began).toBeLessThan(20 * reference)
})

describe('the encoding', () => {
  const text = 'Name;Größe\nJürgen – “x”;5\n'
  test.each([
    ['utf-8', bytesOf(text)],
    ['utf-8-bom', bytesOf(`\ufeff${text}`)],
    ['utf-16le', utf16(`\ufeff${text}`, true)],
    ['utf-16be', utf16(`\ufeff${text}`, false)],
    ['utf-16le', utf16(text, true)],
    ['utf-16be', utf16(text, false)],
    ['windows-1252', windows1252(text)],
  ])('%s', async (encoding, bytes) => {
    const { dialect, head, rows } = await readFile(bytes, 'a.csv')
    expect(dialect.encoding).toBe(encoding)
    expect(head).toEqual(['Name', 'Größe'])
    expect(rows[0]?.cells[0]).toBe('Jürgen – “x”')
  })

  test.each([
    ['macintosh', 'Name;Firma\rMünchner Lösung;Größe AG\r', { ü: 0x9f, ö: 0x9a, ß: 0xa7 }],
    ['macintosh', 'Nom;Société\nPréférence française;Été\n', { é: 0x8e, ç: 0x8d, É: 0x83 }],
    [
      'windows-1250',
      'Nazwa;Firma\nŻółta łódź;Świętość\n',
      { Ż: 0xaf, ó: 0xf3, ł: 0xb3, d: 0x64, ź: 0x9f, Ś: 0x8c, ę: 0xea, ś: 0x9c, ć: 0xe6 },
    ],
    [
      'windows-1250',
      'Název;Firma\nÚčetní systém;Příště\n',
      { á: 0xe1, Ú: 0xda, č: 0xe8, í: 0xed, ř: 0xf8, š: 0x9a, ě: 0xec, é: 0xe9 },
    ],
    ['iso-8859-15', 'Nom;Prix\nCœur;5 €\n', { œ: 0xbd, '€': 0xa4 }],
  ])('%s is recognized by its letters', async (encoding, text, codes: Record<string, number>) => {
    const bytes = Uint8Array.from(text, (character) => codes[character] ?? character.charCodeAt(0))
    const { dialect, head, rows } = await readFile(bytes, 'a.csv')
    expect(dialect.encoding).toBe(encoding)
    expect([head, ...rows.map(({ cells }) => cells)].map((cells) => cells?.join(';')).join('\n')).toBe(
      text.trim().replaceAll('\r', '\n'),
    )
  })

  test('windows-1251 and shift_jis are recognized by their scripts', async () => {
    const cyrillic = Uint8Array.from('Имя;Описание\nПочта;Внутренняя почта\n', (character) => {
      const code = character.charCodeAt(0)
      return code >= 0x410 ? code - 0x350 : code
    })
    expect((await readFile(cyrillic, 'a.csv')).head).toEqual(['Имя', 'Описание'])
    const japanese = Uint8Array.from([0x4e, 0x61, 0x6d, 0x65, 0x0a, 0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x0a])
    expect((await readFile(japanese, 'a.csv')).rows[0]?.cells).toEqual(['日本語'])
  })

  test('a wrong one is seen in the cells', async () => {
    const { problems } = await readFile(windows1252(text), 'a.csv', { overrides: { encoding: 'utf-8' } })
    expect(problems).toContainEqual({ kind: 'unreadable_character', row: 1, column: 1, found: 'replaced' })
  })

  test.each(['macintosh', 'windows-1252'] as const)(
    'read as %s by mistake, its odd signs are counted',
    async (encoding) => {
      const { problems } = await readFile(bytesOf(text), 'a.csv', { overrides: { encoding } })
      expect(problems).toContainEqual({ kind: 'odd_signs', count: expect.any(Number) })
      expect((await readFile(bytesOf(text), 'a.csv')).problems).toEqual([])
    },
  )
})

describe('the row with the heads', () => {
  test.each([
    ['below a title', 'Applications 2026,,\n,,\nName,Owner,Cost\nJira,Ann,5', 3],
    ['missing', 'Jira,ann@example.com,5\nWiki,bob@example.com,6', null],
    ['missing, with dates', 'Jira,2026-12-31\nWiki,2027-01-01', null],
    ['with one more column than data', 'Name,Owner,Notes\nJira,Ann\nWiki,Bob', 1],
  ])('%s', async (_, text, headRow) => {
    expect((await readText(text, 'a.csv')).dialect.headRow).toBe(headRow)
  })

  test('rows keep the numbers that a spreadsheet shows', async () => {
    const { rows } = await readText('Title,\n\nName,Owner\n\nJira,Ann', 'a.csv')
    expect(rows.map(({ number }) => number)).toEqual([5])
  })
})

describe('written and read again', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '＝',
        '＋',
        '－',
        '＠',
        '\t',
        '\r',
        '\n',
        "'",
        '"',
        ',',
        ';',
        '|',
        'a',
        ' ',
      ),
    }),
  )
  const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 20 })

  test('nothing changes, formulas included', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        const filled = written.map(([first, ...rest]) => [`x${first}`, ...rest])
        const bytes = await collected(writeCsv(filled, { bom: true }))
        const overrides = { ...WITHOUT_HEAD, separator: ',', quote: '"' } as const
        const table = await readFile(bytes, 'a.csv', { overrides })
        expect(table.rows.map(({ cells }) => padded(cells, 3))).toEqual(filled)
      }),
      { numRuns: 300 },
    )
  })

  test('numbers are written with the mark that is asked for', async () => {
    const bytes = await collected(writeCsv([['a', -1234.5]], { separator: ';', decimal: ',' }))
    expect(new TextDecoder().decode(bytes)).toBe('a;-1234,5\r\n')
  })

  const FORMULAS = ['=1+1', '+49 30 1', '-5', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\nx', ' =1', '\u3000=1']
  const WIDE = ['＝1+1', '＋1', '－1', '＠SUM(A1)', '﹦1', '\n＝1', "'＝1"]
  test.each([...FORMULAS, ...WIDE, "'=1", '=cmd|/c calc!A0'])('%j is no formula', async (text) => {
    expect(harmless(text)).toBe(`'${text}`)
    expect(original(harmless(text))).toBe(text)
    const bytes = await collected(writeCsv([['x', text, 'y']]))
    const overrides = { ...WITHOUT_HEAD, separator: ',', quote: '"' } as const
    expect((await readFile(bytes, 'a.csv', { overrides })).rows[0]?.cells).toEqual(['x', text, 'y'])
  })

  test.each(['a=1', "''x", 'x\n=1', '1-1', 'ä＝1'])('%j stays as it is', (text) => {
    expect(harmless(text)).toBe(text)
    expect(original(text)).toBe(text)
  })
})

function padded(cells: readonly Cell[], width: number): Cell[] {
  return Array.from({ length: width }, (_, column) => cells[column] ?? '')
}

function utf16(text: string, isLittle: boolean): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le')
  return isLittle ? bytes : bytes.swap16()
}

function windows1252(text: string): Uint8Array {
  const special: Record<string, number> = { '–': 0x96, '“': 0x93, '”': 0x94 }
  return Uint8Array.from(text, (character) => special[character] ?? character.charCodeAt(0))
}
