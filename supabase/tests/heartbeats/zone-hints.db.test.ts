import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSchedules, type Schedules } from '../support/schedules.ts'

let schedules: Schedules
beforeAll(async () => {
  schedules = await openSchedules()
})
afterAll(() => schedules?.close())

const CANDIDATES = ['Europe/London', 'America/New_York', 'Asia/Kolkata']

async function hint(
  cron: string,
  arrivals: readonly string[],
  candidates: readonly string[] | null = CANDIDATES,
) {
  const [row] = await schedules.sql<{ hint: unknown }[]>`
    select private.zone_hint(
      private.cron_calendar(${cron}), 'Europe/Berlin', ${listOf(arrivals)}::timestamptz[],
      ${candidates === null ? null : listOf(candidates)}::text[]
    ) as hint`
  return row?.hint
}
const listOf = (values: readonly string[]) => `{${values.join()}}`

/** Three days of January, on which Berlin is an hour ahead of UTC, at these times. */
const on = (...times: string[]) => times.map((time, day) => `2027-01-${String(12 + day)}T${time}Z`)

describe('the hint at a wrong time zone', () => {
  it.each([
    ['an hour late', '0 7 * * *', on('07:00:05', '07:00:04', '07:01:30'), 60, 'Europe/London'],
    ['hours late', '0 7 * * *', on('12:00', '12:00', '12:00'), 360, 'America/New_York'],
    ['hours early', '0 7 * * *', on('01:30', '01:30', '01:31'), -270, 'Asia/Kolkata'],
    ['an hour early, in no zone that is known', '0 7 * * *', on('05:00', '05:00', '05:00'), -60, null],
    ['a quarter of an hour early', '0 7 * * *', on('05:45', '05:45', '05:45'), -15, null],
    ['of weekdays', '0 7 * * 1-5', on('07:00', '07:00', '07:00'), 60, 'Europe/London'],
    ['of two times a day', '0 7,8 * * *', on('07:00', '08:00', '07:00'), 60, 'Europe/London'],
    ['of every six hours', '0 */6 * * *', on('00:00', '06:00', '12:00'), 60, 'Europe/London'],
    [
      'of every three hours, where a zone tells',
      '0 */3 * * *',
      on('00:30', '03:30', '06:30'),
      -270,
      'Asia/Kolkata',
    ],
  ])('%s', async (_, cron, arrivals, minutes, timeZone) => {
    expect(await hint(cron, arrivals)).toEqual({ minutes, time_zone: timeZone })
  })

  it.each([
    ['on time', '0 7 * * *', on('06:00', '06:00:10', '06:01:40')],
    ['on time twice', '0 7 * * *', on('06:00', '06:00', '07:00')],
    ['off by different hours', '0 7 * * *', on('07:00', '08:00', '07:00')],
    ['off by no quarter of an hour', '0 7 * * *', on('06:20', '06:20', '06:20')],
    ['with a jitter of more than two minutes', '0 7 * * *', on('07:00', '07:03', '07:00')],
    ['hourly', '0 * * * *', on('06:30', '07:30', '08:30')],
    ['hourly and on time', '@hourly', on('06:00', '07:00', '08:00')],
    ['every ten minutes', '*/10 * * * *', on('06:00', '07:00', '08:00')],
    ['as much late as early', '0 */6 * * *', on('02:00', '08:00', '14:00')],
    ['every two hours', '0 */2 * * *', on('06:00', '08:00', '10:00')],
    ['only two runs', '0 7 * * *', on('07:00', '07:00')],
    ['no run', '0 7 * * *', []],
  ])('is not given: %s', async (_, cron, arrivals) => {
    expect(await hint(cron, arrivals)).toBeNull()
  })

  it('names the first candidate that fits, and none without candidates', async () => {
    const arrivals = on('07:00', '07:00', '07:00')
    expect(await hint('0 7 * * *', arrivals, ['UTC', 'Europe/London'])).toEqual({
      minutes: 60,
      time_zone: 'UTC',
    })
    expect(await hint('0 7 * * *', arrivals, ['Europe/Berlin', 'Asia/Tokyo'])).toEqual({
      minutes: 60,
      time_zone: null,
    })
    expect(await hint('0 7 * * *', arrivals, [])).toEqual({ minutes: 60, time_zone: null })
    expect(await hint('0 7 * * *', arrivals, null)).toEqual({ minutes: 60, time_zone: null })
  })
})
