import { beforeEach, describe, expect, test } from 'vitest'
import type { ImportTarget, Mapping } from './mapping.ts'
import { createTableSession, type TableSession } from './table-session.ts'

const target = (key: string, type: ImportTarget['type'], more: Partial<ImportTarget> = {}): ImportTarget => ({
  key,
  label: key,
  names: [key],
  type,
  list: null,
  ...more,
})

const STATUS = target('status', 'choice', {
  choices: [
    { id: 'active', names: ['Active', 'Aktiv'] },
    { id: 'inactive', names: ['Inactive'] },
  ],
})
const TARGETS = [
  target('name', 'text'),
  target('description', 'text'),
  STATUS,
  target('owner', 'member'),
  target('renews_on', 'date'),
  target('cost_per_month', 'number'),
  target('cost_currency', 'text'),
  target('tags', 'text', { list: 'commas' }),
  target('links', 'address', { list: 'lines' }),
  target('source_id', 'text'),
  target('id', 'text'),
]

const CSV = [
  'ID;Anwendung;Zustand;Vertragsende;Kosten pro Monat;Cost centre',
  '17;Mail;Live;31.12.2026;1.234,50;A1',
  '18;Chat;weg;soon;12;',
  '19;Files;;1.2.2026;;B2',
].join('\n')

const read = { name: 'list.csv', text: CSV }

function mapping(more: Partial<Mapping> = {}): Mapping {
  const keys = ['source_id', 'name', 'status', 'renews_on', 'cost_per_month']
  return {
    columns: [...keys.map((key) => ({ use: 'field', key }) as const), { use: 'line' }],
    words: {},
    remembered: {},
    rowWords: {},
    key: 'name',
    source: null,
    emptiesFields: false,
    ...more,
  }
}

let session: TableSession
beforeEach(() => {
  session = createTableSession(() => undefined)
})

describe('a table', () => {
  test('is shown as it was read, with days and numbers', async () => {
    const preview = await session.read(read, {})
    expect(preview).toMatchObject({
      name: 'list.csv',
      head: ['ID', 'Anwendung', 'Zustand', 'Vertragsende', 'Kosten pro Monat', 'Cost centre'],
      rowCount: 3,
      isDateOrderOpen: false,
      dialect: { separator: ';', decimal: ',', dateOrder: 'day', headRow: 1 },
    })
    expect(preview.rows[0]).toEqual({ number: 2, cells: [17, 'Mail', 'Live', '31.12.2026', 1234.5, 'A1'] })
    expect(preview.columns[1]).toEqual({ type: 'text', samples: ['Mail', 'Chat', 'Files'] })
  })

  test.each([
    ['day\n01/02/2026\n03/04/2026', true],
    ['day\n01/02/2026\n31/04/2026\n13/04/2026', false],
    ['number\n1/2\n3/4', false],
    ['day\n2026-01-02\n2026-03-04', false],
  ])('asks for the order of days that nothing tells: %j', async (text, isOpen) => {
    expect((await session.read({ name: '', text }, {})).isDateOrderOpen).toBe(isOpen)
  })

  test('is matched; a column called ID without our ids is that of the source', async () => {
    await session.read(read, {})
    const matches = await session.match(TARGETS)
    expect(matches.map((match) => match.target)).toEqual([
      'source_id',
      'name',
      'status',
      'renews_on',
      'cost_per_month',
      null,
    ])
    const uuid = '0b0e3a52-59a5-4f0b-9a37-6a3a0a6d2f10'
    await session.read({ name: '', text: `ID,Name\n${uuid},Mail` }, {})
    expect((await session.match(TARGETS))[0]?.target).toBe('id')
  })

  test('shows what a field cannot take, and which words occur', async () => {
    await session.read(read, {})
    expect(await session.look(3, target('renews_on', 'date'))).toEqual({
      filled: 3,
      faults: 1,
      faultyTexts: [{ numbers: [3], rows: 1, text: 'soon', fault: 'no_date' }],
      words: [],
    })
    expect((await session.look(2, STATUS)).words).toEqual([
      { word: 'Live', rows: 1, numbers: [2], id: 'active' },
      { word: 'weg', rows: 1, numbers: [3], id: null },
    ])
  })

  test.each([
    ['text\nred\nblue\nred\nblue', { type: 'choice', words: ['red', 'blue'] }],
    ['text\nyes\nno\nyes', { type: 'yes_no', words: [] }],
    ['text\n1.5\n2\n3', { type: 'number', words: [] }],
    ['text\n2026-01-02\n', { type: 'date', words: [] }],
    ['text\nhttps://a.example\nhttps://b.example', { type: 'address', words: [] }],
    ['text\none\ntwo\nthree', { type: 'text', words: [] }],
    [`text\n${'long '.repeat(150)}\nb`, { type: 'long_text', words: [] }],
  ])('guesses the field for a column: %j', async (text, guess) => {
    await session.read({ name: '', text }, {})
    expect(await session.guess(0)).toEqual(guess)
  })
})

describe('the rows that are sent', () => {
  test('have values as fields keep them, and none for cells that cannot be read', async () => {
    await session.read(read, {})
    expect(await session.rows(mapping(), TARGETS, 0, 2)).toEqual([
      {
        row: 2,
        values: {
          source_id: '17',
          name: 'Mail',
          status: 'active',
          renews_on: '2026-12-31',
          cost_per_month: 1234.5,
          cost_currency: 'EUR',
          description: 'Cost centre: A1',
        },
      },
      {
        row: 3,
        values: {
          source_id: '18',
          name: 'Chat',
          cost_per_month: 12,
          cost_currency: 'EUR',
        },
      },
    ])
  })

  test('have the corrections of cells that could not be read', async () => {
    await session.read(read, {})
    const words = { renews_on: { soon: '31.1.2027' }, status: { weg: 'inactive' } }
    const [, row] = await session.rows(mapping({ words }), TARGETS, 0, 2)
    expect(row?.values).toMatchObject({ renews_on: '2027-01-31', status: 'inactive' })
  })

  test('have the words that the user explained, and none that is left out', async () => {
    await session.read(read, {})
    const words = { status: { weg: 'inactive', Live: '' } }
    const rows = await session.rows(mapping({ words }), TARGETS, 0, 3)
    expect(rows.map(({ values }) => values['status'])).toEqual([undefined, 'inactive', undefined])
  })

  test('empty a field only where the user wants that', async () => {
    await session.read(read, {})
    const [row] = await session.rows(mapping({ emptiesFields: true }), TARGETS, 2, 1)
    expect(row?.values).toMatchObject({ status: null, cost_per_month: null, renews_on: '2026-02-01' })
  })

  test('have the columns of one head as one list', async () => {
    const text = 'Name,Labels,Labels,Labels\nMail,a,,b\nChat,,,\nFiles,b,b,'
    await session.read({ name: '', text }, {})
    const columns = ['name', 'tags', 'tags', 'tags'].map((key) => ({ use: 'field', key }) as const)
    const rows = await session.rows(mapping({ columns }), TARGETS, 0, 3)
    expect(rows.map(({ values }) => values['tags'])).toEqual([['a', 'b'], undefined, ['b']])
  })

  test('have lists, addresses of people, currencies and links', async () => {
    const text = [
      'name\ttags\towner\tcost_currency\tlinks',
      'Mail\tone, two\tAnn Example <Ann@Example.com>\t€\t"Docs: https://a.example/x\nb.example"',
      'Chat\t;\tAnn\tusd\tnowhere',
    ].join('\n')
    await session.read({ name: '', text }, {})
    const columns = ['name', 'tags', 'owner', 'cost_currency', 'links'].map(
      (key) => ({ use: 'field', key }) as const,
    )
    const rows = await session.rows(mapping({ columns }), TARGETS, 0, 2)
    expect(rows.map(({ values }) => values)).toEqual([
      {
        name: 'Mail',
        tags: ['one', 'two'],
        owner: 'ann@example.com',
        cost_currency: 'EUR',
        links: ['https://a.example/x', 'https://b.example'],
      },
      { name: 'Chat', owner: 'Ann', cost_currency: 'USD' },
    ])
  })
})

test('the file of the problems is like the one that was read, and can be read again', async () => {
  await session.read(read, {})
  const { bytes, name, type } = await session.problemFile(new Map([[3, 'No date.']]), 'Problem')
  expect([name, type]).toEqual(['list-problems.csv', 'text/csv'])
  const again = await session.read({ name, bytes }, {})
  expect(again.head?.at(-1)).toBe('Problem')
  expect(again.rows).toEqual([{ number: 2, cells: [18, 'Chat', 'weg', 'soon', 12, '', 'No date.'] }])
})
