import { describe, expect, test } from 'vitest'
import { formatAgo, formatDate, formatDateTime } from './dates.ts'

const NOW = new Date(2026, 1, 20, 12, 0, 0)
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const ago = (ms: number, language = 'en') => formatAgo(new Date(NOW.getTime() - ms), NOW.getTime(), language)

describe('formatAgo', () => {
  test.each([
    ['DASH-24', 'a clock that is ahead', -5 * SECOND, null],
    ['DASH-24', 'the last second under a minute', MINUTE - 1, null],
    ['DASH-25', 'a minute', MINUTE, '1 minute ago'],
    ['DASH-25', 'the last minute under an hour', HOUR - 1, '59 minutes ago'],
    ['DASH-26', 'an hour', HOUR, '1 hour ago'],
    ['DASH-26', 'the last hour under a day', DAY - 1, '23 hours ago'],
    ['DASH-27', 'a day', DAY, '1 day ago'],
    ['DASH-27', 'the last day under a week', 7 * DAY - 1, '6 days ago'],
    ['DASH-28', 'a week', 7 * DAY, 'Feb 13, 2026'],
  ])('[%s] words %s', (_, __, ms, expected) => {
    expect(ago(ms)).toBe(expected)
  })

  test('[GAP-23] speaks the language of the reader', () => {
    expect(ago(3 * HOUR, 'de')).toBe('vor 3 Stunden')
  })
})

describe('formatDate', () => {
  test('[SYS-07] writes month, day and year', () => {
    expect(formatDate(new Date(2023, 0, 5), 'en')).toBe('Jan 5, 2023')
  })

  test('[SYS-26] adds the time where it is asked for', () => {
    expect(formatDateTime(new Date(2023, 0, 5, 15, 4), 'en')).toMatch(/^Jan 5, 2023, 3:04\sPM$/)
  })
})
