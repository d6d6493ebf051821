import { expect, test } from 'vitest'
import { checklistOf } from './checklist-lines.ts'

const NOTHING = { systems: 0, owned: 0, hasColleague: false, hasLink: false }

test('the lines fill by what there is, and are done when enough is there', () => {
  const states = (facts: typeof NOTHING) => checklistOf(facts).map(({ reached, isDone }) => [reached, isDone])
  expect(states(NOTHING)).toEqual([
    [0, false],
    [0, false],
    [0, false],
    [0, false],
  ])
  expect(states({ systems: 5, owned: 3, hasColleague: true, hasLink: false })).toEqual([
    [5, true],
    [3, false],
    [1, true],
    [0, false],
  ])
})

test('all lines are done where everything is there', () => {
  const all = checklistOf({ systems: 5, owned: 5, hasColleague: true, hasLink: true })
  expect(all.every(({ isDone }) => isDone)).toBe(true)
})
