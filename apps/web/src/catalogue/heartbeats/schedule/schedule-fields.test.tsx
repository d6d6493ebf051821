import type { Expectation } from '@cairn/workspace/port/records/heartbeats'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { expectationProblem, graceProblem } from './expectation-problem.ts'
import { firstWords } from './first-words.ts'
import { nextRuns } from './next-runs.ts'
import { ScheduleFields } from './schedule-fields.tsx'

startTranslations()

const drawn = (value: Expectation, problem: string | null = null, graceSeconds = 3_600) =>
  renderToStaticMarkup(
    <ScheduleFields
      value={value}
      onChange={() => undefined}
      graceSeconds={graceSeconds}
      onGraceChange={() => undefined}
      problem={problem}
    />,
  )

const DAILY = { kind: 'interval', seconds: 86_400, workingHours: null, timeZone: 'UTC' } as const
const OFFICE = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }

describe('the fields of a schedule', () => {
  it('show no grace where nothing is expected', () => {
    expect(drawn({ kind: 'nothing' })).toContain('It never counts as late.')
    expect(drawn({ kind: 'nothing' })).not.toContain('Grace')
  })

  it('show an interval in the largest unit that fits', () => {
    expect(drawn(DAILY)).toContain('value="1"')
    expect(drawn(DAILY)).toContain('<option value="day" selected="">day</option>')
    expect(drawn({ ...DAILY, seconds: 5_400 })).toContain(
      '<option value="minute" selected="">minutes</option>',
    )
    expect(drawn(DAILY)).not.toContain('Time zone')
  })

  it('show an interval within working hours with a time zone', () => {
    const html = drawn({ ...DAILY, workingHours: OFFICE })
    expect(html).toContain('aria-label="Wednesday"')
    expect(html).toContain('value="18:00"')
    expect(html).toContain('Time zone')
  })

  it('show a schedule in words and as a cron line', () => {
    const html = drawn({ kind: 'cron', cron: '0 7 * * 1-5', timeZone: 'Europe/Berlin' })
    expect(html).toContain('<option value="weekday" selected="">Every weekday</option>')
    expect(html).toContain('value="07:00"')
    expect(html).toContain('value="0 7 * * 1-5"')
  })

  it('say so where only the cron line can express a schedule', () => {
    const html = drawn({ kind: 'cron', cron: '0 7 * * 5#2', timeZone: 'UTC' })
    expect(html).toContain('As the cron line says')
  })

  it('show their own problem in place of the one from the server', () => {
    const html = drawn({ kind: 'cron', cron: '0 25 * * *', timeZone: 'UTC' }, 'Ask again later.')
    expect(html).toContain('The hour of a cron line is 0 to 23')
    expect(html).not.toContain('Ask again later.')
    expect(drawn(DAILY, 'Ask again later.')).toContain('Ask again later.')
    expect(drawn({ ...DAILY, workingHours: { ...OFFICE, to: '07:00' } })).toContain(
      'must end after they begin',
    )
    expect(drawn(DAILY, null, 0)).toContain('The grace must be')
  })
})

describe('an expectation', () => {
  it.each<[Expectation, string, string]>([
    [{ ...DAILY, seconds: 59 }, 'seconds', 'The interval must be a minute to a year.'],
    [{ ...DAILY, seconds: 31_622_401 }, 'seconds', 'The interval must be a minute to a year.'],
    [{ ...DAILY, seconds: Number.NaN }, 'seconds', 'The interval must be a minute to a year.'],
    [
      { ...DAILY, workingHours: { ...OFFICE, days: [] } },
      'workingHours',
      'Working hours need 1 to 7 days of the week.',
    ],
    [
      { ...DAILY, workingHours: { ...OFFICE, to: '' } },
      'workingHours',
      'Working hours must end after they begin.',
    ],
    [{ ...DAILY, timeZone: '' }, 'timeZone', 'There is no such time zone.'],
    [
      { kind: 'cron', cron: '@reboot', timeZone: 'UTC' },
      'cron',
      'A cron line has five fields: minute, hour, day, month and weekday.',
    ],
  ])('%j is refused', (value, part, sentence) => {
    expect(expectationProblem(value)).toEqual({ part, sentence })
  })

  it.each<Expectation>([
    { kind: 'nothing' },
    DAILY,
    { ...DAILY, seconds: 60, workingHours: { days: [7], from: '00:00', to: '24:00' } },
    { kind: 'cron', cron: '@hourly', timeZone: 'UTC' },
  ])('%j is taken', (value) => {
    expect(expectationProblem(value)).toBeNull()
  })

  it('has a grace of a minute to a year', () => {
    expect(
      [0, 59, 60, 31_622_400, 31_622_401, Number.NaN].map((seconds) => graceProblem(seconds) === null),
    ).toEqual([false, false, true, true, false, false])
  })
})

describe('the next times', () => {
  const after = new Date('2027-01-01T00:00Z')
  it.each([
    ['0 7 * * 1-5', 'Europe/Berlin', '2027-01-01T06:00 2027-01-04T06:00'],
    ['0 7 */2 * 1', 'UTC', '2027-01-11T07:00 2027-01-25T07:00'],
    ['0 7 10 * 1', 'UTC', '2027-01-04T07:00 2027-01-10T07:00'],
    ['0 7 ? * ?', 'UTC', '2027-01-01T07:00 2027-01-02T07:00'],
    ['0 7 L * *', 'UTC', '2027-01-31T07:00 2027-02-28T07:00'],
    ['0 7 * * 5L', 'UTC', '2027-01-29T07:00 2027-02-26T07:00'],
    ['@weekly', 'UTC', '2027-01-03T00:00 2027-01-10T00:00'],
  ])('of %s', (cron, zone, expected) => {
    const runs = nextRuns(cron, zone, after, 2).map((run) => run.toISOString().slice(0, 16))
    expect(runs.join(' ')).toBe(expected)
  })

  it('are none in a time zone that does not exist', () => {
    expect(nextRuns('0 7 * * *', 'Europe/Nowhere', after, 5)).toEqual([])
  })
})

describe('another repetition', () => {
  it('keeps the time', () => {
    expect(firstWords('week', { repeat: 'day', time: '21:30' })).toEqual({
      repeat: 'week',
      weekdays: [1],
      time: '21:30',
    })
    expect(firstWords('day', { repeat: 'minutes', minutes: 5 })).toEqual({ repeat: 'day', time: '07:00' })
  })
})
