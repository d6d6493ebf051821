import { Cron } from 'croner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSchedules, type Schedules } from '../support/schedules.ts'
import { RECORDED_RUNS } from './recorded-runs.ts'

let schedules: Schedules
beforeAll(async () => {
  schedules = await openSchedules()
})
afterAll(() => schedules?.close())

describe('where clocks change', () => {
  it.each(RECORDED_RUNS)('$zone runs $cron after $since as recorded', async ({ zone, cron, since, runs }) => {
    expect(await schedules.runsAfter(cron, zone, since, runs.length)).toEqual(runs)
  })
})

describe('the days of a schedule', () => {
  it.each([
    // January 2027 begins on a Friday. The expected runs were read off a calendar by hand.
    ['a weekday', '0 7 * * 1-5', '01-01T07 01-04T07 01-05T07'],
    ['day or weekday', '0 7 10 * 1', '01-04T07 01-10T07 01-11T07 01-18T07'],
    ['a step of days and a weekday must both match', '0 7 */2 * 1', '01-11T07 01-25T07 02-01T07 02-15T07'],
    ['a day and a step of weekdays must both match', '0 7 13 * */2', '02-13T07 03-13T07 04-13T07 05-13T07'],
    ['the last day of a month', '0 7 L * *', '01-31T07 02-28T07 03-31T07 04-30T07'],
    ['the last day or another', '0 7 L,30 * *', '01-30T07 01-31T07 02-28T07 03-30T07'],
    ['the last Friday', '0 7 * * 5L', '01-29T07 02-26T07 03-26T07 04-30T07'],
    ['the second Friday', '0 7 * * 5#2', '01-08T07 02-12T07 03-12T07 04-09T07'],
    ['the fifth Friday, which few months have', '0 7 * * 5#5', '01-29T07 04-30T07 07-30T07 10-29T07'],
    ['the first Sunday or the last Sunday', '0 7 * * 7#1,0L', '01-03T07 01-31T07 02-07T07 02-28T07'],
    ['the 31st, which some months have', '0 7 31 * *', '01-31T07 03-31T07 05-31T07 07-31T07'],
    ['several times on a day', '30 6,18 * * *', '01-01T06:30 01-01T18:30 01-02T06:30'],
  ])('%s', async (_, cron, runs) => {
    const expected = runs.split(' ').map((run) => `2027-${run.length === 8 ? `${run}:00` : run}Z`)
    expect(await schedules.runsAfter(cron, 'UTC', '2027-01-01T00:00Z', expected.length)).toEqual(expected)
  })

  it('include 29 February every four years, except in 2100', async () => {
    expect(await schedules.runsAfter('0 0 29 2 *', 'UTC', '2095-01-01T00:00Z', 2)).toEqual([
      '2096-02-29T00:00Z',
      '2104-02-29T00:00Z',
    ])
  })

  it('have no next run where none comes within nine years', async () => {
    // The day is a Sunday again in 2032 and 2060.
    expect(await schedules.runsAfter('0 0 29 2 */7', 'UTC', '2027-01-01T00:00Z', 2)).toEqual([
      '2032-02-29T00:00Z',
    ])
  })

  it('put the next run after a moment, never at it', async () => {
    expect(await schedules.runsAfter('0 7 * * *', 'UTC', '2027-01-01T07:00Z', 1)).toEqual([
      '2027-01-02T07:00Z',
    ])
    expect(await schedules.runsAfter('0 7 * * *', 'UTC', '2027-01-01T06:59:59.9Z', 1)).toEqual([
      '2027-01-01T07:00Z',
    ])
  })
})

describe('croner, which screens show the next times with', () => {
  it.each([
    ['0 7 * * 1-5', false],
    ['*/15 8-18 * * 1-5', false],
    ['30 2 * * *', false],
    ['15 1,2,3 * * *', false],
    ['*/20 * * * *', false],
    ['0 */6 * * *', false],
    ['0 7 10 * 1', false],
    ['0 7 */2 * 1', true],
    ['0 7 13 * */2', true],
    ['0 7 L * *', true],
    ['0 7 * * 5#2', true],
    ['45 23 31 * *', true],
    ['0 0 29 2 *', true],
  ])('agrees on %s', async (cron, domAndDow) => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
      for (const since of [
        '2027-01-31T12:34Z',
        '2027-03-13T20:00Z',
        '2027-03-27T20:00Z',
        '2027-10-30T20:00Z',
      ]) {
        const croner = new Cron(cron, {
          timezone: zone,
          mode: '5-part',
          domAndDow,
          fixedTimeRule: 'no-wildcard',
        })
        const expected = croner
          .nextRuns(10, new Date(since))
          .map((run) => `${run.toISOString().slice(0, 16)}Z`)
        const within = expected.filter((run) => run < '2036')
        expect(await schedules.runsAfter(cron, zone, since, within.length), `${zone} ${since}`).toEqual(
          within,
        )
      }
    }
  })
})
