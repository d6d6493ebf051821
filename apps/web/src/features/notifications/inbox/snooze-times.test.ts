import { expect, test } from 'vitest'
import { nextWeek, tomorrow } from './snooze-times.ts'

test.each([
  ['a Monday', '2027-03-01T13:00', '2027-03-02T00:00', '2027-03-08T00:00'],
  ['a Sunday', '2027-03-07T23:59', '2027-03-08T00:00', '2027-03-08T00:00'],
  ['the last day of a month', '2027-04-30T00:00', '2027-05-01T00:00', '2027-05-03T00:00'],
])('snoozes on %s until the next day or Monday begins', (_, now, day, monday) => {
  const nowMs = new Date(now).getTime()
  expect(tomorrow(nowMs)).toEqual(new Date(day))
  expect(nextWeek(nowMs)).toEqual(new Date(monday))
})
