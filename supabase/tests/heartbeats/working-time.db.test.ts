import { postgresFailure } from '@cairn/postgres/wire/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSchedules, type Schedules } from '../support/schedules.ts'

let schedules: Schedules
beforeAll(async () => {
  schedules = await openSchedules()
})
afterAll(() => schedules?.close())

const HOUR = 3600
const OFFICE = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }
const ALWAYS = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }

/** The moment so much working time later, at UTC. */
async function later(since: string, seconds: number, hours: typeof OFFICE | null, zone = 'Europe/Berlin') {
  const [row] = await schedules.sql<{ at: string }[]>`
    select to_char(
      private.add_working_time(${since}, ${seconds}, ${hours === null ? null : schedules.sql.json(hours)}, ${zone})
        at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'
    ) as at`
  return row?.at
}

describe('working time', () => {
  // 1 January 2027 is a Friday; Berlin is an hour ahead in winter and two in summer.
  it.each([
    ['without hours', '2027-01-01T16:00Z', 4 * HOUR, null, '2027-01-01T20:00Z'],
    ['within a day', '2027-01-01T08:00Z', 4 * HOUR, OFFICE, '2027-01-01T12:00Z'],
    ['up to the end of a day', '2027-01-01T07:00Z', 10 * HOUR, OFFICE, '2027-01-01T17:00Z'],
    ['over a weekend', '2027-01-01T16:00Z', 4 * HOUR, OFFICE, '2027-01-04T10:00Z'],
    ['from the night before', '2027-01-04T02:00Z', HOUR, OFFICE, '2027-01-04T08:00Z'],
    ['from the evening on', '2027-01-04T20:00Z', HOUR, OFFICE, '2027-01-05T08:00Z'],
    ['from a weekend on', '2027-01-02T12:00Z', HOUR, OFFICE, '2027-01-04T08:00Z'],
    ['over a week', '2027-01-01T08:00Z', 50 * HOUR, OFFICE, '2027-01-08T08:00Z'],
    ['over half a year', '2027-01-01T08:00Z', 26 * 50 * HOUR, OFFICE, '2027-07-02T07:00Z'],
    ['around the clock', '2027-01-01T08:00Z', 30 * HOUR, ALWAYS, '2027-01-02T14:00Z'],
    ['where the clock jumps', '2027-03-27T12:00Z', 24 * HOUR, ALWAYS, '2027-03-28T12:00Z'],
    [
      'of one minute a week',
      '2027-01-01T08:00Z',
      180,
      { days: [1], from: '08:00', to: '08:01' },
      '2027-01-18T07:01Z',
    ],
    [
      'on days in any order',
      '2027-01-01T08:00Z',
      20 * HOUR,
      { ...OFFICE, days: [7, 5, 5] },
      '2027-01-08T08:00Z',
    ],
  ])('%s', async (_, since, seconds, hours, expected) => {
    expect(await later(since, seconds, hours)).toBe(expected)
  })

  it('of a year, a minute a week, is a late moment and not a long wait', async () => {
    const begun = performance.now()
    expect(await later('2027-01-01T08:00Z', 31_622_400, { days: [1], from: '08:00', to: '08:01' })).toMatch(
      /^1/,
    )
    expect(performance.now() - begun).toBeLessThan(1_000)
  })
})

/** The sentence that refuses working hours, or null. */
async function refusal(hours: unknown): Promise<string | null> {
  try {
    await schedules.sql`select private.refuse_working_hours(${JSON.stringify(hours)}::text::jsonb)`
    return null
  } catch (error) {
    const failure = postgresFailure(error)
    if (failure?.code !== '22023') throw error
    return failure.message
  }
}

describe('working hours', () => {
  const SHAPE = 'Working hours are {'
  it.each([
    ['none', SHAPE],
    [8, SHAPE],
    [null, SHAPE],
    [[], SHAPE],
    [{}, SHAPE],
    [{ ...OFFICE, zone: 'UTC' }, SHAPE],
    [{ ...OFFICE, days: 5 }, SHAPE],
    [{ ...OFFICE, from: '8:00' }, SHAPE],
    [{ ...OFFICE, from: 8 }, SHAPE],
    [{ ...OFFICE, from: '24:00' }, SHAPE],
    [{ ...OFFICE, to: '18:60' }, SHAPE],
    [{ ...OFFICE, to: null }, SHAPE],
    [{ ...OFFICE, days: [] }, 'Working hours need 1 to 7 days'],
    [{ ...OFFICE, days: [0] }, 'Working hours need 1 to 7 days'],
    [{ ...OFFICE, days: ['1'] }, 'Working hours need 1 to 7 days'],
    [{ ...OFFICE, days: [1.5] }, 'Working hours need 1 to 7 days'],
    [{ ...OFFICE, to: '08:00' }, 'Working hours must end after'],
    [{ ...OFFICE, from: '22:00', to: '06:00' }, 'Working hours must end after'],
  ])('are refused when %j', async (hours, sentence) => {
    expect(await refusal(hours)).toContain(sentence)
  })

  it.each([OFFICE, ALWAYS, { days: [6, 7], from: '00:00', to: '00:01' }])('are %j', async (hours) => {
    expect(await refusal(hours)).toBeNull()
  })

  it('can be left out', async () => {
    await schedules.sql`select private.refuse_working_hours(null)`
  })
})

describe('a time zone', () => {
  it.each(['', 'CEST', 'Foo+3', 'europe/berlin', 'Europe/Nowhere', null])('%j is refused', async (name) => {
    await expect(schedules.sql`select private.refuse_time_zone(${name})`).rejects.toMatchObject({
      code: '22023',
      message: 'There is no such time zone.',
    })
  })

  it.each(['UTC', 'Europe/Berlin', 'America/New_York'])('%j is known', async (name) => {
    await schedules.sql`select private.refuse_time_zone(${name})`
  })
})
