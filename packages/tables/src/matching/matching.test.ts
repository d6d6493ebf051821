import { describe, expect, test } from 'vitest'
import { readText } from '../read-tables.ts'
import { matchColumns } from './match-columns.ts'
import { nameKey } from './name-key.ts'
import { readValue, type ValueReading } from './read-value.ts'
import type { Target } from './target.ts'
import { choiceOf, yesOrNo } from './words.ts'

const STATUS = ['active', 'inactive', 'maintenance', 'deprecated'].map((id) => ({ id, names: [] }))
const TARGETS: Target[] = [
  { key: 'name', names: ['Name'], type: 'text' },
  { key: 'description', names: ['Description'], type: 'text' },
  { key: 'owner', names: ['Owner', 'Besitzer'], type: 'member' },
  { key: 'status', names: ['Status'], type: 'choice', choices: STATUS },
  { key: 'cost_per_month', names: ['Cost per Month'], type: 'number' },
  { key: 'renews_on', names: ['Renewal or Contract End'], type: 'date' },
  { key: 'url', names: ['Address'], type: 'address' },
  { key: 'own.seats', names: ['Seats'], type: 'number' },
]

async function matched(text: string) {
  const matches = matchColumns(await readText(text, 'a.csv'), TARGETS)
  return matches.map(({ target }) => target)
}

describe('columns', () => {
  test.each([
    ['English', 'Application,Purpose,Owned by,State,Monthly cost (EUR),Contract end,Website,Seats'],
    [
      'German',
      'Anwendung,Beschreibung,Verantwortliche Person,Zustand,Kosten pro Monat,Vertragsende,Webseite,SEATS',
    ],
    ['French', 'Nom,Objet,Propriétaire,État,Coût mensuel,Échéance,Site web,seats*'],
    ['Spanish', 'Aplicación,Descripción,Responsable,Estado,Coste mensual,Vencimiento,Enlace,Seats'],
  ])('by their %s heads', async (_, head) => {
    expect(await matched(`${head}\nJira,Tickets,Ann,active,5,2026-12-31,https://example.com,3`)).toEqual(
      TARGETS.map(({ key }) => key),
    )
  })

  test('never by their content', async () => {
    const text =
      'A,B,C,D,Created,Last seen\nJira,ann@example.com,https://a.example.com,in use,2026-12-01,2027-01-31'
    expect(await matched(text)).toEqual([null, null, null, null, null, null])
    expect(await matched('Jira,ann@example.com,2026-12-31\nWiki,bob@example.com,2027-01-01')).toEqual([
      null,
      null,
      null,
    ])
  })

  test('never by a word in the head of objects that a document holds', async () => {
    const table = await readText(
      '[{"text":"a","hooks":{"PreToolName":[{"hooks":[{"type":"command"}]}]}}]',
      'a.json',
    )
    expect(table.head).toEqual(['text', 'hooks.PreToolName'])
    expect(matchColumns(table, TARGETS).map(({ target }) => target)).toEqual([null, null])
  })

  test("by heads whose words are written together, or stand in brackets after a program's own", async () => {
    expect(await matched('DisplayName,OwnedBy,Custom field (Seats)\nJira,Ann,3')).toEqual([
      'name',
      'owner',
      'own.seats',
    ])
  })

  test('by a weak word only where no other head names the field', async () => {
    expect(await matched('Summary,Description\nJira,Tickets')).toEqual(['name', 'description'])
    expect(await matched('Summary,Name\nTickets,Jira')).toEqual(['description', 'name'])
  })

  test('of one head go to one field with several values', async () => {
    const targets: Target[] = [...TARGETS, { key: 'tags', names: ['Tags'], type: 'text', list: 'commas' }]
    const table = await readText('Name,Labels,Labels,Tag,Owner,Owner\nJira,a,b,c,Ann,Ben', 'a.csv')
    expect(matchColumns(table, targets).map(({ target }) => target)).toEqual([
      'name',
      'tags',
      'tags',
      null,
      'owner',
      null,
    ])
  })

  test('a field takes one column, the one that says its name', async () => {
    expect(await matched('Owner email,Owner,Name\nann@example.com,Ann,Jira')).toEqual([null, 'owner', 'name'])
  })

  test('a head over something else leads nowhere; words of a choice can be mapped later', async () => {
    expect(await matched('Name,Cost per month,Status\nJira,much,grün\nWiki,little,rot')).toEqual([
      'name',
      null,
      'status',
    ])
  })
})

describe('a value', () => {
  const options = { decimal: ',', dateOrder: 'day', words: new Map([['grün', 'active']]) } as const
  const target = (type: Target['type']): Target => ({ key: 'a', names: [], type, choices: STATUS })
  const value = (of: string | number | boolean | string[]): ValueReading => ({ kind: 'value', value: of })

  test.each<[type: Target['type'], cell: string | number | boolean | Date | null, reading: ValueReading]>([
    ['text', ' ', { kind: 'empty' }],
    ['text', null, { kind: 'empty' }],
    ['text', 'N/A', { kind: 'empty' }],
    ['text', 'NULL', { kind: 'empty' }],
    ['text', '#N/A', { kind: 'empty' }],
    ['text', 'none', value('none')],
    ['member', 'none', { kind: 'empty' }],
    ['member', '-', { kind: 'empty' }],
    ['number', '#DIV/0!', { kind: 'empty' }],
    ['date', '0000-00-00 00:00:00', { kind: 'empty' }],
    ['date', '31.12.9999', { kind: 'empty' }],
    ['date', new Date('9999-12-31'), { kind: 'empty' }],
    ['text', 5, value('5')],
    ['text', new Date('2026-12-31'), value('2026-12-31')],
    ['number', '1.234,50 €', value(1234.5)],
    ['number', 'many', { kind: 'no_number' }],
    ['date', '3/4/2026', value('2026-04-03')],
    ['date', new Date('2026-12-31'), value('2026-12-31')],
    ['date', '30.2.2026', { kind: 'impossible_date' }],
    ['date', 'soon', { kind: 'no_date' }],
    ['yes_no', 'Oui', value(true)],
    ['yes_no', false, value(false)],
    ['yes_no', 'maybe', { kind: 'no_yes_or_no' }],
    ['choice', 'In Betrieb', value('active')],
    ['choice', 'grün', value('active')],
    ['choice', 'blue', { kind: 'unknown_words', words: ['blue'], known: [] }],
    ['choices', 'live; Wartung', value(['active', 'maintenance'])],
    ['email', 'Ann Example <Ann@Example.com>', value('ann@example.com')],
    ['email', 'Ann', { kind: 'no_email' }],
    ['member', 'mailto:ann@example.com', value('ann@example.com')],
    ['member', 'Ann Example', value('Ann Example')],
    ['address', 'example.com/a', value('https://example.com/a')],
    ['address', 'javascript:alert(1)', { kind: 'no_address' }],
  ])('%s from %j', (type, cell, reading) => {
    expect(readValue(cell, target(type), options)).toEqual(reading)
  })

  test('choices whose names have a comma, as an export writes them', () => {
    const choices = [
      { id: 'a', names: ['Red, green'] },
      { id: 'b', names: ['Blue'] },
    ]
    const read = (cell: string) => readValue(cell, { key: 'a', names: [], type: 'choices', choices }, options)
    expect(read('Blue; Red, green')).toEqual(value(['b', 'a']))
    expect(read('Blue, black')).toEqual({ kind: 'unknown_words', words: ['black'], known: ['b'] })
  })
})

test.each([
  ['Veraltet', 'deprecated'],
  ['  DISABLED ', 'inactive'],
  ['en cours de maintenance', undefined],
  ['En mantenimiento', 'maintenance'],
  ['1 - Active', 'active'],
])('%j means the state %s', (word, id) => {
  expect(choiceOf(word, STATUS)?.id).toBe(id)
})

test.each([
  ['Sí', true],
  ['JA', true],
  ['x', true],
  ['non', false],
  ['t', true],
  ['F', false],
  ['checked', true],
  ['disabled', false],
  ['✘', false],
  ['perhaps', null],
])('%s says %s', (word, answer) => {
  expect(yesOrNo(word)).toBe(answer)
})

describe('names are the same', () => {
  test.each([
    ['Müller GmbH', 'MULLER  GmbH & Co. KG'],
    ['Atlassian Inc.', 'atlassian'],
    ['Example, S.L.', 'Example SL'],
    ['Société Générale S.A.', 'societe generale'],
    ['Power BI', 'PowerBI'],
    ['Straße-Finder', 'Strasse Finder'],
    ['Ｃａｉｒｎ', 'Cairn'],
  ])('%s, %s', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other))
  })

  test.each([
    ['C', 'C++'],
    ['C', 'C#'],
    ['SAP', 'SA'],
    ['AG', 'KG'],
    ['Jira', 'Jira Cloud'],
    ['データ', 'テータ'],
  ])('%s, %s are not', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other))
  })
})
