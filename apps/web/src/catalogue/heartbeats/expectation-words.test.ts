import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { expectationWords } from './expectation-words.ts'

beforeAll(startTranslations)

const words = (expectation: Parameters<typeof expectationWords>[0]['expectation'], graceSeconds = 3_600) =>
  expectationWords({ expectation, graceSeconds }, 'en', i18next.t)
const timeZone = 'America/New_York'

test.each([
  ['*/15 * * * *', 'Every 15 min'],
  ['30 */2 * * *', 'Every 2 hr at minute 30'],
  ['0 3 * * *', 'Every day at 03:00'],
  ['0 7 * * 1-5', 'Every weekday at 07:00'],
  ['30 7 * * 1,4', 'Mon, Thu at 07:30'],
  ['0 6 1 * *', 'On day 1 of each month at 06:00'],
  ['0 6 L * *', 'On the last day of each month at 06:00'],
  ['0 6 * 1-3 *', '0 6 * 1-3 *'],
])('the schedule %s', (cron, said) => {
  expect(words({ kind: 'cron', cron, timeZone })).toBe(`${said} (America/New York), late after 1 hr`)
})

test('an interval, always or in working hours', () => {
  const interval = { kind: 'interval', seconds: 5_400, timeZone } as const
  expect(words({ ...interval, workingHours: null }, 600)).toBe('Every 1 hr 30 min, late after 10 min')
  expect(words({ ...interval, workingHours: { days: [1, 2], from: '08:00', to: '18:00' } })).toBe(
    'Every 1 hr 30 min, Mon, Tue from 08:00 to 18:00 (America/New York), late after 1 hr',
  )
})

test('nothing', () => {
  expect(words({ kind: 'nothing' })).toBe('Nothing: it never counts as late.')
})
