import { expect, it } from 'vitest'
import { absenceOf, daysOf } from './absence.ts'

it.each([
  ['a single day', '2027-04-01', '2027-04-01'],
  ['several days', '2027-04-01', '2027-04-12'],
  ['a day on which the clock is set forward', '2027-03-28', '2027-03-28'],
  ['a day on which the clock is set back', '2027-10-31', '2027-10-31'],
  ['the end of a year', '2026-12-24', '2026-12-31'],
  ['days from now on', '', '2027-04-01'],
  ['no absence', '', ''],
])('%s is stored and read as the same days', (_, from, until) => {
  const absence = absenceOf({ from, until })
  expect(absence && daysOf(absence)).toEqual({ from, until })
})

it('ends when the last day has ended', () => {
  expect(absenceOf({ from: '', until: '2027-04-01' })?.awayUntil).toEqual(new Date('2027-04-02T00:00'))
})

it.each([
  ['without a last day', '2027-04-01', ''],
  ['that ends before its first day', '2027-04-02', '2027-04-01'],
])('an absence %s is none', (_, from, until) => {
  expect(absenceOf({ from, until })).toBeNull()
})
