import { expect, it } from 'vitest'
import { forPostgres, momentOf, parseMoment } from './moment.ts'

it.each([
  ['2026-11-27T14:05:00Z', '2026-11-27T14:05:00.000000Z'],
  ['2026-11-27T14:05:00.123456Z', '2026-11-27T14:05:00.123456Z'],
  ['2026-11-27T14:05:00.1+01:00', '2026-11-27T13:05:00.100000Z'],
  ['2026-12-31T23:59:59.999999-05:30', '2027-01-01T05:29:59.999999Z'],
])('reads %s to the microsecond', (text, moment) => {
  expect(parseMoment(text)).toBe(moment)
})

it.each([
  '2026-11-27',
  '2026-11-27T14:05:00',
  '2026-11-27 14:05:00Z',
  '2026-11-27T14:05Z',
  '2026-11-27T14:05:00.1234567Z',
  '2026-02-30T14:05:00Z',
  '2026-11-27T24:05:00Z',
  '2026-11-27T14:05:00+99:00',
  '2026-11-27T14:05:00z',
  '27 Nov 2026 14:05 UTC',
  '1',
  'yesterday',
  '',
])('refuses %o as a moment', (text) => {
  expect(parseMoment(text)).toBeNull()
})

it('says a moment as Postgres takes it, and that of a date', () => {
  expect(forPostgres('2026-11-27T14:05:00.123456Z')).toBe('2026-11-27 14:05:00.123456+00')
  expect(momentOf(new Date('2026-11-27T14:05:00.250Z'))).toBe('2026-11-27T14:05:00.250000Z')
})
