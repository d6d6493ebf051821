import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { bytesOf } from '../test/support/bytes.ts'
import type { Cell } from './model/table.ts'
import { readFile } from './read-tables.ts'

/** Corners of CSV as public collections have them, in texts of our own: head and rows as they are read. */
const CSV: [what: string, text: string, head: string[], rows: Cell[][]][] = [
  ['simple', 'a,b,c\n1,2,3', ['a', 'b', 'c'], [['1', '2', '3']]],
  ['simple, \\r\\n', 'a,b,c\r\n1,2,3\r\n', ['a', 'b', 'c'], [['1', '2', '3']]],
  [
    'a comma in quotes',
    'first,last,address,city,zip\nJohn,Doe,120 any st.,"Anytown, WW",08123\n',
    ['first', 'last', 'address', 'city', 'zip'],
    [['John', 'Doe', '120 any st.', 'Anytown, WW', '08123']],
  ],
  ['empty cells in quotes', 'a,b,c\n1,"",""\n2,3,4\n', ['a', 'b', 'c'], [['1'], ['2', '3', '4']]],
  [
    'empty cells in quotes, \\r\\n',
    'a,b,c\r\n1,"",""\r\n2,3,4\r\n',
    ['a', 'b', 'c'],
    [['1'], ['2', '3', '4']],
  ],
  [
    'escaped quotes',
    'a,b\n1,"ha ""ha"" ha"\n3,4\n',
    ['a', 'b'],
    [
      ['1', 'ha "ha" ha'],
      ['3', '4'],
    ],
  ],
  [
    'JSON',
    'key,val\n1,"{""type"": ""Point"", ""coordinates"": [102.0, 0.5]}"\n',
    ['key', 'val'],
    [['1', '{"type": "Point", "coordinates": [102.0, 0.5]}']],
  ],
  [
    'lines in cells',
    'a,b,c\n1,2,3\n"Once upon \na time",5,6\n7,8,9\n',
    ['a', 'b', 'c'],
    [
      ['1', '2', '3'],
      ['Once upon \na time', '5', '6'],
      ['7', '8', '9'],
    ],
  ],
  [
    'lines in cells, \\r\\n',
    'a,b,c\r\n1,2,3\r\n"Once upon \r\na time",5,6\r\n',
    ['a', 'b', 'c'],
    [
      ['1', '2', '3'],
      ['Once upon \r\na time', '5', '6'],
    ],
  ],
  [
    'quotes and lines',
    'a,b\n1,"ha \n""ha"" \nha"\n3,4\n',
    ['a', 'b'],
    [
      ['1', 'ha \n"ha" \nha'],
      ['3', '4'],
    ],
  ],
  [
    'more than ASCII',
    'a,b,c\n1,2,3\n4,5,ʤ\n',
    ['a', 'b', 'c'],
    [
      ['1', '2', '3'],
      ['4', '5', 'ʤ'],
    ],
  ],
  [
    'a byte order mark before a quoted head',
    '\ufeff"Name","Cost"\n"Jira","5"\n',
    ['Name', 'Cost'],
    [['Jira', '5']],
  ],
  ['quotes around all', '"a","b"\n"1","2"\n', ['a', 'b'], [['1', '2']]],
  ['a separator at the end', 'a,b,\n1,2,\n', ['a', 'b'], [['1', '2']]],
  ['one column', 'Name\nJira\nWiki\n', ['Name'], [['Jira'], ['Wiki']]],
  ['Excel says its separator', 'sep=;\r\nName;Cost\r\nJira;"1,5"\r\n', ['Name', 'Cost'], [['Jira', '1,5']]],
  [
    'Excel says its separator, behind a byte order mark',
    '\ufeffsep=;\r\nName;Text\r\nJira;a, b, c\r\n',
    ['Name', 'Text'],
    [['Jira', 'a, b, c']],
  ],
  ['Excel says a tab', 'sep=\t\r\nName\tCost\r\nJira\t5\r\n', ['Name', 'Cost'], [['Jira', '5']]],
  [
    'Google',
    'Name,Cost,Until,Used\n"Jira, Cloud","$1,234.50",12/31/2026,TRUE\nWiki,,1/5/2027,FALSE',
    ['Name', 'Cost', 'Until', 'Used'],
    [
      ['Jira, Cloud', '$1,234.50', '12/31/2026', 'TRUE'],
      ['Wiki', null, '1/5/2027', 'FALSE'],
    ],
  ],
]

test.each(CSV)('CSV: %s', async (_, text, head, rows) => {
  const table = await readFile(bytesOf(text), 'a.csv')
  expect(table.head?.filter(Boolean)).toEqual(head)
  expect(table.rows.map(({ cells }) => cells)).toEqual(rows)
  expect(table.problems).toEqual([])
})

const NAMESPACES =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface Program {
  /** Where the relationships of the workbook say that the sheet is. */
  target: string
  properties: string
  formats: string
  /** The formats of cells, by their numbers. */
  cellFormats: readonly number[]
  strings: string
  rows: string
}

/** A workbook with the parts that spreadsheets write, among them shared strings, styles and a theme. */
function workbookOf({ target, properties, formats, cellFormats, strings, rows }: Program): Uint8Array {
  const xfs = cellFormats.map((format) => `<xf numFmtId="${format}" fontId="0" applyFont="true"/>`).join('')
  const parts = {
    '_rels/.rels': `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${RELATION}/extended-properties" Target="docProps/app.xml"/></Relationships>`,
    'docProps/app.xml': '<Properties><TotalTime>0</TotalTime></Properties>',
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATION}/theme" Target="theme/theme1.xml"/><Relationship Id="rId2" Type="${RELATION}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${RELATION}/worksheet" Target="${target}"/><Relationship Id="rId4" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/theme/theme1.xml': '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"/>',
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<workbook ${NAMESPACES}><fileVersion appName="Calc"/>${properties}<sheets><sheet name="Tabelle1" sheetId="1" state="visible" r:id="rId3"/></sheets><calcPr iterateCount="100" refMode="A1"/></workbook>`,
    'xl/styles.xml': `<styleSheet ${NAMESPACES}><numFmts>${formats}</numFmts><fonts><font><sz val="10"/></font></fonts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="${cellFormats.length}">${xfs}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${NAMESPACES}>${strings}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${NAMESPACES}><sheetPr filterMode="false"/><dimension ref="A1:F3"/><sheetData>${rows}</sheetData><pageMargins left="0.7"/></worksheet>`,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])))
}

const HEADS = ['Name', 'Cost', 'Until', 'Used']
const HEAD_STRINGS = HEADS.map((head) => `<si><t xml:space="preserve">${head}</t></si>`).join('')
const HEAD_ROW = (more: string) =>
  `<row r="1" ${more}>${HEADS.map((_, column) => `<c r="${'ABCD'[column]}1" s="0" t="s"><v>${column}</v></c>`).join('')}</row>`

const PROGRAMS: [what: string, program: Program, rows: Cell[][]][] = [
  [
    'LibreOffice: styles in words, formats of truth and money, true and false, days and moments',
    {
      target: 'worksheets/sheet1.xml',
      properties: '<workbookPr backupFile="false" showObjects="all" date1904="false"/>',
      formats:
        '<numFmt numFmtId="164" formatCode="General"/><numFmt numFmtId="165" formatCode="&quot;TRUE&quot;;&quot;TRUE&quot;;&quot;FALSE&quot;"/><numFmt numFmtId="166" formatCode="#,##0.00\\ [$€-407];[RED]\\-#,##0.00\\ [$€-407]"/><numFmt numFmtId="167" formatCode="dd/mm/yyyy"/><numFmt numFmtId="168" formatCode="[$-407]dd/\\ mmmm\\ yyyy"/>',
      cellFormats: [164, 165, 166, 167, 168],
      strings: `${HEAD_STRINGS}<si><t xml:space="preserve">Jira </t></si><si><r><rPr><b val="true"/></rPr><t xml:space="preserve">Wi</t></r><r><t xml:space="preserve">ki</t></r></si>`,
      rows: `${HEAD_ROW('customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false"')}<row r="2" customFormat="false" ht="12.8" hidden="false"><c r="A2" s="0" t="s"><v>4</v></c><c r="B2" s="2" t="n"><v>1234.5</v></c><c r="C2" s="3" t="n"><v>46387</v></c><c r="D2" s="1" t="b"><v>1</v></c></row><row r="3"><c r="A3" s="0" t="s"><v>5</v></c><c r="B3" s="2"><f aca="false">B2*2</f><v>2469</v></c><c r="C3" s="4" t="n"><v>46388</v></c><c r="D3" s="1" t="b"><f aca="false">FALSE()</f><v>0</v></c></row>`,
    },
    [
      ['Jira ', 1234.5, new Date('2026-12-31'), true],
      ['Wiki', 2469, new Date('2027-01-01'), false],
    ],
  ],
  [
    'Excel on a Mac of old: days from 1904, built-in formats, an empty cell with a style',
    {
      target: 'worksheets/sheet1.xml',
      properties: '<workbookPr date1904="1" defaultThemeVersion="124226"/>',
      formats: '',
      cellFormats: [0, 14, 44],
      strings: `${HEAD_STRINGS}<si><t>Jira</t><phoneticPr fontId="1"/></si>`,
      rows: `${HEAD_ROW('spans="1:4" x14ac:dyDescent="0.25"')}<row r="2" spans="1:4"><c r="A2" t="s"><v>4</v></c><c r="B2" s="2"><v>5</v></c><c r="C2" s="1"><v>44925</v></c><c r="D2" s="1"/></row>`,
    },
    [['Jira', 5, new Date('2026-12-31')]],
  ],
  [
    'Google: addresses from the root of the archive, and empty rows to the end',
    {
      target: '/xl/worksheets/sheet1.xml',
      properties: '<workbookPr/>',
      formats: '<numFmt numFmtId="164" formatCode="yyyy-mm-dd"/>',
      cellFormats: [0, 164],
      strings: `${HEAD_STRINGS}<si><t>Jira</t></si>`,
      rows: `${HEAD_ROW('')}<row r="2"><c r="A2" s="0" t="s"><v>4</v></c><c r="B2" s="0"><v>5.0</v></c><c r="C2" s="1"><v>46387.0</v></c><c r="D2" s="0" t="b"><v>1</v></c></row>${Array.from({ length: 998 }, (_, index) => `<row r="${index + 3}" ht="15.75" customHeight="1"/>`).join('')}`,
    },
    [['Jira', 5, new Date('2026-12-31'), true]],
  ],
]

describe('a workbook as a program writes it', () => {
  test.each(PROGRAMS)('%s', async (_, program, rows) => {
    const table = await readFile(workbookOf(program), 'a.xlsx')
    expect(table).toMatchObject({ head: HEADS, sheets: ['Tabelle1'], problems: [] })
    expect(table.rows.map(({ cells }) => cells)).toEqual(rows)
  })
})
