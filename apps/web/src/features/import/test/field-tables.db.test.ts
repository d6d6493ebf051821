import { writeXlsx } from '@cairn/tables/xlsx/write-xlsx'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { type Expected, expectRecords, type Given } from './becomes.ts'
import { type Field, openField } from './whole-way.ts'

// Five further tables of each kind that programs and people write, from their bytes to records.

let field: Field
beforeAll(async () => {
  field = await openField()
})
afterAll(() => field?.close())

const becomes = (
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  expected: Expected,
  given?: Given,
) => expectRecords(field, { name, content }, expected, given)

describe('words for nothing', () => {
  it.each(['N/A', 'NULL', '(leer)', '#NV', '\\N'])('%s is empty in each column', (word) =>
    becomes(
      'a.csv',
      `Name,Owner,Vendor,Renewal,Cost per month,Tags\nMail,${word},${word},${word},${word},${word}\nWiki,Ann Example,Acme,2027-01-31,5,docs`,
      [
        { name: 'Mail', owner: null, vendor: '', renews_on: null, cost_per_month: null, tags: [] },
        { name: 'Wiki', owner: 'Ann Example' },
      ],
    ),
  )
})

describe('encodings', () => {
  /** Bytes of a text whose letters beyond ASCII have one byte each. */
  const single = (text: string, letters: Readonly<Record<string, number>>) =>
    Uint8Array.from([...text].map((letter) => letters[letter] ?? letter.charCodeAt(0)))
  const TEXT = 'Name;Vendor\n'
  it.each<[string, Uint8Array<ArrayBuffer>, string]>([
    [
      'Windows-1252',
      single(`${TEXT}Münchner Lösung;Größe`, { ü: 0xfc, ö: 0xf6, ß: 0xdf }),
      'Münchner Lösung',
    ],
    [
      'Windows-1250',
      single(`${TEXT}Książka zażółć;Łódź`, {
        ą: 0xb9,
        ż: 0xbf,
        ó: 0xf3,
        ł: 0xb3,
        ć: 0xe6,
        Ł: 0xa3,
        ź: 0x9f,
        ś: 0x9c,
      }),
      'Książka zażółć',
    ],
    [
      'Windows-1251',
      single(
        `${TEXT}Учет заявок;Пример`,
        Object.fromEntries(
          [...'абвгдежзийклмнопрстуфхцчшщъыьэюя'].flatMap((l, i) => [
            [l, 0xe0 + i],
            [l.toUpperCase(), 0xc0 + i],
          ]),
        ),
      ),
      'Учет заявок',
    ],
    [
      'UTF-16 with its mark',
      new Uint8Array(
        new Uint16Array([0xfeff, ...[...`${TEXT}Übersicht;Ä`].map((l) => l.charCodeAt(0))]).buffer,
      ),
      'Übersicht',
    ],
    [
      'Shift-JIS',
      Uint8Array.from([
        ...[...TEXT].map((l) => l.charCodeAt(0)),
        0x8c,
        0x6f,
        0x94,
        0xef,
        0x90,
        0xb8,
        0x8e,
        0x5a,
        0x3b,
        0x41,
      ]),
      '経費精算',
    ],
  ])('%s', (_, bytes, name) => becomes('a.csv', bytes, [{ name }]))
})

describe('columns', () => {
  it.each<[string, string, Expected, Given?]>([
    [
      'of fields of the account with the name of a built-in one',
      'Name,Renewal window\nMail,2027-01-01',
      [{ renews_on: null, own: { renewal_window: '2027-01-01' } }],
      { fields: [{ name: 'Renewal window', type: 'date' }] },
    ],
    [
      'of a field of the account in capitals',
      'NAME,HAS BACKUP\nMail,x',
      [{ own: { has_backup: true } }],
      { fields: [{ name: 'Has backup', type: 'yes_no' }] },
    ],
    ['with dates: last login', 'Name,Last login\nMail,2027-01-01', [{ renews_on: null }]],
    [
      'with addresses under an unknown head',
      'Name,typeVersion,Callback\nMail,1.2,https://a.example',
      [{ links: [] }],
    ],
    ['with names under an unknown head', 'Name,Requested by\nMail,Ann Example', [{ owner: null }]],
    ['with numbers under an unknown head', 'Name,Seats\nMail,12', [{ cost_per_month: null }]],
    ['with ids under ID', 'ID,Name\n42,Mail', [{ name: 'Mail', source_id: '42' }]],
    [
      'in German',
      'Anwendung;Verantwortlich;Vertragsende\nMail;Ann Example;31.12.2027',
      [{ owner: 'Ann Example', renews_on: '2027-12-31' }],
    ],
    [
      'in French',
      'Application;Responsable;Fin de contrat\nMail;Ann Example;31/12/2027',
      [{ owner: 'Ann Example', renews_on: '2027-12-31' }],
    ],
    [
      'in Spanish',
      'Aplicación;Propietario;Fin de contrato\nMail;Ann Example;31/12/2027',
      [{ owner: 'Ann Example', renews_on: '2027-12-31' }],
    ],
  ])('%s', (_, text, expected, given) => becomes('a.csv', text, expected, given))

  it.each<[string, string, Expected]>([
    ['tags twice', 'Name,Tags,Tags\nMail,a,b', [{ tags: ['a', 'b'] }]],
    [
      'labels with empty ones',
      'Name,Labels,Labels,Labels\nMail,a,,b\nWiki,,,',
      [{ tags: ['a', 'b'] }, { tags: [] }],
    ],
    [
      'experts twice',
      'Name,Experts,Experts\nMail,Ann Example,Ben Sample',
      [{ experts: ['Ann Example', 'Ben Sample'] }],
    ],
    [
      'links twice',
      'Name,URL,URL\nMail,https://a.example,https://b.example',
      [{ links: [{ url: 'https://a.example' }, { url: 'https://b.example' }] }],
    ],
    ['the same tag twice', 'Name,Tags,Tags\nMail,a,a', [{ tags: ['a'] }]],
  ])('of one head are one list: %s', (_, text, expected) =>
    becomes('a.csv', text, expected, { members: ['Ben Sample'] }),
  )
})

describe('people', () => {
  it.each<[string, string]>([
    ['EXAMPLE, Ann', 'Ann Example'],
    ['CN=Example\\, Ann,OU=Staff,DC=orchard,DC=example', 'Ann Example'],
    ['Example Ann (IT-42)', 'Ann Example'],
    ['user:default/ann', 'Ann Example'],
    ['ann  example', 'Ann Example'],
  ])('%s is the owner', (word, owner) =>
    becomes('a.csv', `Name;Owner\nMail;${word}`, [{ name: 'Mail', owner }]),
  )
})

describe('quotes and lines of programs', () => {
  it.each<[string, string, Expected]>([
    [
      'a space before and behind',
      'Name , Vendor\n"Mail" , "Example, Inc."',
      [{ name: 'Mail', vendor: 'Example, Inc.' }],
    ],
    [
      'backslashes before quotation marks',
      'Name,Description\nMail,"Says \\"hello\\", twice"',
      [{ description: 'Says "hello", twice' }],
    ],
    ['sep= before the heads', 'sep=;\nName;Vendor\nMail;Acme', [{ name: 'Mail', vendor: 'Acme' }]],
    [
      '#TYPE before the heads',
      '#TYPE System.Object\n"Name","Vendor"\n"Mail","Acme"',
      [{ name: 'Mail', vendor: 'Acme' }],
    ],
    [
      'ListSchema= of SharePoint',
      'ListSchema={"schemaXmlList":["<Field/>"]}\n"Title","Vendor"\n"Mail","Acme"',
      [{ name: 'Mail', vendor: 'Acme' }],
    ],
  ])('%s', (_, text, expected) => becomes('a.csv', text, expected))
})

describe('rows that are no records', () => {
  it.each<[string, string]>([
    ['Summe', 'Name;Cost\nMail;10\nWiki;5\nSumme;15'],
    ['Grand Total', 'Name;Cost\nMail;10\nWiki;5\nGrand Total;15'],
    ['a total in the middle', 'Name;Cost\nMail;10\nSubtotal;10\nWiki;5'],
    ['heads once more', 'Name;Cost\nMail;10\nName;Cost\nWiki;5'],
    ['Total général', 'Nom;Coût\nMail;10\nWiki;5\nTotal général;15'],
  ])('%s', (_, text) => becomes('a.csv', text, [{ name: 'Mail' }, { name: 'Wiki' }]))

  it('but a system that is called so is one', () =>
    becomes('a.csv', 'Name;Vendor\nTotal Commander;Ghisler\nMail;Acme', [
      { name: 'Mail' },
      { name: 'Total Commander' },
    ]))
})

describe('yes and no', () => {
  it.each([
    ['true', 'false'],
    ['Y', 'N'],
    ['Oui', 'Non'],
    ['Sí', 'No'],
    ['☑', '☐'],
  ])('%s and %s', (yes, no) =>
    becomes(
      'a.csv',
      `Name,In scope\nA,${yes}\nB,${no}`,
      [{ own: { in_scope: true } }, { own: { in_scope: false } }],
      {
        fields: [{ name: 'In scope', type: 'yes_no' }],
      },
    ),
  )
})

describe('spreadsheets', () => {
  async function workbook(rows: readonly (readonly (string | number | boolean | Date | null)[])[]) {
    const pieces: BlobPart[] = []
    for await (const piece of writeXlsx(rows, { sheet: 'Systems' })) pieces.push(piece.slice())
    return new Uint8Array(await new Blob(pieces).arrayBuffer())
  }

  it.each<[string, readonly (readonly (string | number | boolean | Date | null)[])[], Expected]>([
    [
      'a title above the table',
      [['Register of systems'], [], ['Name', 'Vendor'], ['Mail', 'Acme']],
      [{ name: 'Mail', vendor: 'Acme' }],
    ],
    [
      'numbers and days',
      [
        ['Name', 'Cost', 'Renewal'],
        ['Mail', 12.5, new Date('2027-01-31')],
      ],
      [{ cost_per_month: 12.5, renews_on: '2027-01-31' }],
    ],
    [
      'a name that is a number',
      [
        ['Name', 'Vendor'],
        [365, 'Example'],
      ],
      [{ name: '365' }],
    ],
    [
      'an empty column at the front',
      [
        [null, 'Name', 'Vendor'],
        [null, 'Mail', 'Acme'],
      ],
      [{ name: 'Mail', vendor: 'Acme' }],
    ],
    [
      'errors of formulas',
      [
        ['Name', 'Vendor'],
        ['Mail', '#REF!'],
      ],
      [{ name: 'Mail', vendor: '' }],
    ],
  ])('%s', async (_, rows, expected) => becomes('a.xlsx', await workbook(rows), expected))
})
