import { describe, expect, test } from 'vitest'
import { arranged } from './arranged.ts'
import { choiceInSight, choiceOf, withColumns, withWidth, wordOf } from './column-choice.ts'

describe('the columns that an address names', () => {
  test('are read and written in the same form', () => {
    for (const word of ['name,owner', '*name-300,owner,own.seats-120', 'name', '*name,cost_per_month-96']) {
      const choice = choiceOf(word)
      expect(choice && wordOf(choice)).toBe(word)
    }
  })

  test('begin with the name, come once each, and leave out unknown columns', () => {
    expect(choiceOf('')).toBeNull()
    expect(choiceOf('owner,owner-200,<b>,a b,,status-9')).toEqual({
      columns: [
        { id: 'name', width: null },
        { id: 'owner', width: null },
      ],
      isNameFrozen: false,
    })
    const many = Array.from({ length: 500 }, (_, index) => `own.f${index}`).join()
    expect(choiceOf(many)?.columns).toHaveLength(60)
  })
})

const usual = [
  { id: 'name', header: 'Name', cell: () => null, width: 'clamp(13.5rem, 20cqi, 24rem)' },
  { id: 'description', header: 'Description', cell: () => null, from: 'wide' as const },
  { id: 'status', header: 'Status', cell: () => null, width: '8rem' },
]

test('the columns in sight become the choice, and a column that takes the remaining width still does', () => {
  const shown = new Map([
    ['name', 220],
    ['description', 333],
  ])
  const choice = withWidth(choiceInSight(usual, shown), 'name', 260)
  expect(wordOf(choice)).toBe('name-260,description')
  expect(wordOf(withWidth(choice, 'name', null))).toBe('name,description')
})

test('a chosen column keeps its width, and the name stays the first', () => {
  const choice = choiceOf('*name-300,owner-200')
  expect(choice && wordOf(withColumns(choice, ['vendor', 'owner']))).toBe('*name-300,vendor,owner-200')
})

test('chosen columns are shown at every width of the window, as wide as they usually are or as chosen', () => {
  const choice = choiceOf('*name,status-200,own.gone,description')
  const { columns, widths } = arranged(usual, choice ?? { columns: [], isNameFrozen: false })
  expect(columns.map(({ id }) => id)).toEqual(['name', 'status', 'description'])
  expect(columns.map(({ from, frozen }) => [from, frozen])).toEqual([
    [undefined, true],
    [undefined, undefined],
    [undefined, undefined],
  ])
  expect([...widths]).toEqual([
    ['name', 216],
    ['status', 200],
  ])
})
