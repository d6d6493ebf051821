import { postgresFailure } from '@cairn/postgres/wire/errors'
import { DIALECTS } from '@cairn/workspace/rules/schedules/dialects.examples'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openSchedules, type Schedules } from '../support/schedules.ts'

let schedules: Schedules
beforeAll(async () => {
  schedules = await openSchedules()
})
afterAll(() => schedules?.close())

const CALENDAR = z.object({
  minutes: z.array(z.int()),
  hours: z.array(z.int()),
  days: z.array(z.int()),
  months: z.array(z.int()),
  weekdays: z.array(z.int()),
  last_weekdays: z.array(z.int()),
  last_day: z.boolean(),
  both: z.boolean(),
  wild: z.boolean(),
})

/** The schedule of a line, or the sentence that refuses it. */
async function read(cron: string): Promise<z.infer<typeof CALENDAR> | string> {
  try {
    const [row] = await schedules.sql`select private.cron_calendar(${cron}) as calendar`
    return CALENDAR.parse(row?.['calendar'])
  } catch (error) {
    const failure = postgresFailure(error)
    if (failure?.code !== '22023') throw error
    return failure.message
  }
}

describe('a line of another program', () => {
  it.each(DIALECTS)('%s is %s here', async (text, cron, timeZone) => {
    const [row] = await schedules.sql`select p.cron, p.time_zone from private.plain_schedule(${text}) p`
    expect(row).toEqual({ cron, time_zone: timeZone })
  })

  it('names a time zone as Windows does, or with spaces around it', async () => {
    const [row] = await schedules.sql`
      select
        private.plain_time_zone('W. Europe Standard Time') as windows,
        private.plain_time_zone(' Europe/Rome ') as spaced,
        private.plain_time_zone('UTC') as plain`
    expect(row).toEqual({ windows: 'Europe/Berlin', spaced: 'Europe/Rome', plain: 'UTC' })
  })
})

describe('a cron line is refused', () => {
  const MINUTE = 'The minute of a cron line'
  const HOUR = 'The hour of a cron line'
  const DAY = 'The day of a cron line'
  const MONTH = 'The month of a cron line'
  const WEEKDAY = 'The weekday of a cron line'
  const FIELDS = 'A cron line has five fields'
  const NEVER = 'This cron line never comes'
  it.each([
    ['', FIELDS],
    ['* * * *', FIELDS],
    ['* * * * * *', FIELDS],
    ['@reboot', FIELDS],
    ['H 9 * * *', 'Jenkins chooses what H stands for.'],
    ['H/15 * * * *', 'Jenkins chooses what H stands for.'],
    ['rate(1 day)', 'A rate is an interval here.'],
    ['0 7 * * * /usr/bin/backup', FIELDS],
    ['0 7 * * 1-5'.padEnd(201), 'A cron line has at most 200 characters.'],
    ['60 * * * *', MINUTE],
    ['-1 * * * *', MINUTE],
    ['5/10 * * * *', MINUTE],
    ['*/0 * * * *', MINUTE],
    ['*/60 * * * *', MINUTE],
    ['30-10 * * * *', MINUTE],
    ['1,,2 * * * *', MINUTE],
    ['1, * * * *', MINUTE],
    ['?/5 * * * *', MINUTE],
    ['1.5 * * * *', MINUTE],
    ['L * * * *', MINUTE],
    ['001 * * * *', MINUTE],
    ['٣ * * * *', MINUTE],
    ['0 24 * * *', HOUR],
    ['0 7pm * * *', HOUR],
    ['0 7 0 * *', DAY],
    ['0 7 32 * *', DAY],
    ['0 7 15W * *', DAY],
    ['0 7 L-3 * *', DAY],
    ['0 7 1,,L * *', DAY],
    ['0 7 * 0 *', MONTH],
    ['0 7 * 13 *', MONTH],
    ['0 7 * january *', MONTH],
    ['0 7 * mon *', MONTH],
    ['0 7 * * 8', WEEKDAY],
    ['0 7 * * jan', WEEKDAY],
    ['0 7 * * 5-1', WEEKDAY],
    ['0 7 * * L', WEEKDAY],
    ['0 7 * * 5#6', WEEKDAY],
    ['0 7 * * 5#0', WEEKDAY],
    ['0 7 * * 1-5#2', WEEKDAY],
    ['0 7 * * xyz#2', WEEKDAY],
    ['0 7 31 2 *', NEVER],
    ['0 7 30 feb *', NEVER],
    ['0 7 31 4,6,9,11 *', NEVER],
    ['0 7 30-31 2 */2', NEVER],
  ])('%j: %s', async (cron, sentence) => {
    expect(await read(cron)).toContain(sentence)
  })

  it('where it is null', async () => {
    await expect(schedules.sql`select private.cron_calendar(null)`).rejects.toThrow('A cron line has')
  })

  it('with a hint about the wrong part', async () => {
    await expect(schedules.sql`select private.cron_calendar('0 7,25 * * *')`).rejects.toMatchObject({
      hint: 'This is not: "25".',
    })
  })
})

describe('a cron line says', () => {
  const everyDay = Array.from({ length: 31 }, (_, day) => day + 1)
  const everyMonth = everyDay.slice(0, 12)
  const slotsOf = (...weekdays: number[]) =>
    [0, 7, 14, 21, 28].flatMap((week) => weekdays.map((weekday) => week + weekday))
  const DAILY = {
    minutes: [0],
    hours: [7],
    days: everyDay,
    months: everyMonth,
    weekdays: slotsOf(0, 1, 2, 3, 4, 5, 6),
    last_weekdays: [],
    last_day: false,
    both: true,
    wild: false,
  }

  it.each([
    ['0 7 * * *', {}],
    ['  0\t7  * *   * ', {}],
    ['0 7 ? * ?', {}],
    ['*/15 7 * * *', { minutes: [0, 15, 30, 45], wild: true }],
    ['0-30/10,45,5 7 * * *', { minutes: [0, 5, 10, 20, 30, 45] }],
    ['0 8-18/5 * * *', { hours: [8, 13, 18] }],
    ['0 */8 * * *', { hours: [0, 8, 16], wild: true }],
    ['0 7 * * 1-5', { weekdays: slotsOf(1, 2, 3, 4, 5) }],
    ['0 7 * * MON-Fri', { weekdays: slotsOf(1, 2, 3, 4, 5) }],
    ['0 7 * * 7', { weekdays: slotsOf(0) }],
    ['0 7 * * 5-7', { weekdays: slotsOf(0, 5, 6) }],
    ['0 7 * * */2', { weekdays: slotsOf(0, 2, 4, 6) }],
    ['0 7 * * 5L', { weekdays: [], last_weekdays: [5] }],
    ['0 7 * * fri#2,7#1', { weekdays: [0, 12] }],
    ['0 7 1 * *', { days: [1] }],
    ['0 7 1,15 * 1', { days: [1, 15], weekdays: slotsOf(1), both: false }],
    ['0 7 */10 * 1', { days: [1, 11, 21, 31], weekdays: slotsOf(1), both: true }],
    ['0 7 L * *', { days: [], last_day: true }],
    ['0 7 15,L feb,jul-sep *', { days: [15], last_day: true, months: [2, 7, 8, 9] }],
    ['0 7 29 2 *', { days: [29], months: [2] }],
    ['@daily', { hours: [0] }],
    ['@midnight', { hours: [0] }],
    ['@hourly', { hours: Array.from({ length: 24 }, (_, hour) => hour), wild: true }],
    ['@weekly', { hours: [0], weekdays: slotsOf(0) }],
    ['@Monthly', { hours: [0], days: [1] }],
    ['@yearly', { hours: [0], days: [1], months: [1] }],
    ['@annually', { hours: [0], days: [1], months: [1] }],
  ])('%j', async (cron, difference) => {
    expect(await read(cron)).toEqual({ ...DAILY, ...difference })
  })
})
