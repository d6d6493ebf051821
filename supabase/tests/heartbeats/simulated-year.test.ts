import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startsOf, type WallClock, wallClock } from '../support/debian-cron.ts'
import { openSchedules, type Schedules } from '../support/schedules.ts'

/**
 * A year of jobs as Debian's cron would run them, by its model in support/debian-cron.ts: what reports in time is never
 * late, what is left out is, and a wrong time zone is recognised where there is one and nowhere else.
 */

let schedules: Schedules
beforeAll(async () => {
  schedules = await openSchedules()
})
afterAll(() => schedules?.close())

const SCHEDULES = 200
const DAYS = 367
const GRACE_SECONDS = 300
/** Jobs with more starts a year are looked at around changes of clocks alone. */
const DENSE = 400
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'America/Santiago',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
]

/** The same numbers at each run. */
function dice(seed: number) {
  let state = seed
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

/** What people write: mostly once a day or week, a few by the minute. */
function schedule(roll: (sides: number) => number): string {
  const minute = roll(3) === 0 ? 0 : roll(60)
  const hour = roll(2) === 0 ? roll(24) : roll(4)
  const shapes = [
    `${minute} ${hour} * * *`,
    `${minute} ${hour} * * *`,
    `${minute} ${hour} * * 1-5`,
    `${minute} ${hour} * * ${roll(8)}`,
    `${minute} ${hour} ${1 + roll(31)} * *`,
    `${minute} ${hour} ${1 + roll(28)} ${1 + roll(12)} *`,
    `${minute} ${hour} */${2 + roll(9)} * *`,
    `${minute} ${hour} ${1 + roll(28)} * ${roll(7)}`,
    `${minute} ${hour} * * */${2 + roll(3)}`,
    `${minute} ${hour},${(hour + 2) % 24} * * *`,
    `${minute} 0-3 * * *`,
    `${minute},${(minute + 30) % 60} 1-2 * * 0`,
    `${minute} */${1 + roll(12)} * * *`,
    `*/${5 + roll(26)} ${hour} * * *`,
    `${minute} 8-18/2 * * 1-5`,
  ]
  return shapes[roll(shapes.length)] ?? ''
}

/**
 * Starts in seconds, each up to a minute after its own: of the whole year, or, of dense jobs, the days around both changes
 * of clocks.
 */
function stretchesOf(cron: string, clock: WallClock, roll: (sides: number) => number): number[][] {
  const starts = startsOf(cron, clock)
  const stretches = starts.length <= DENSE ? [starts] : [[], []]
  for (const start of starts.length <= DENSE ? [] : starts) {
    if (isNearChange(start, clock)) stretches[start - clock.first < (DAYS / 2) * 1440 ? 0 : 1]?.push(start)
  }
  return stretches.map((stretch) => stretch.map((start) => start * 60 + roll(50)))
}

function isNearChange(start: number, { first, shown }: WallClock): boolean {
  const offsetAt = (minute: number) => (shown[minute] ?? 0) - minute
  const at = start - first
  return offsetAt(Math.max(at - 1440, 0)) !== offsetAt(Math.min(at + 1440, shown.length - 1))
}

describe.each(ZONES)('a year of jobs in %s', (zone) => {
  it('has no false alarm and misses none', async () => {
    const roll = dice(ZONES.indexOf(zone) + 1)
    const clock = wallClock(zone, '2027-01-01T00:00Z', DAYS)
    const jobs = Array.from({ length: SCHEDULES }, () => schedule(roll))
      .flatMap((cron) => stretchesOf(cron, clock, roll).map((starts) => ({ cron, starts })))
      .map((job, id) => ({ ...job, id }))
    const [found] = await schedules.sql<{ runs: number; alarms: string[]; missed: string[] }[]>`
      with jobs as materialized (
        select j.id, j.cron, private.cron_calendar(j.cron) as calendar, j.starts
        from jsonb_to_recordset(${JSON.stringify(jobs)}::text::jsonb) j (id integer, cron text, starts bigint[])
      ), runs as materialized (
        select j.id, j.cron, to_timestamp(s.start) as start,
          private.next_run(j.calendar, ${zone}, to_timestamp(s.start)) as due,
          to_timestamp(lead(s.start) over job) as following,
          to_timestamp(lead(s.start, 2) over job) as third
        from jobs j, unnest(j.starts) s (start)
        window job as (partition by j.id order by s.start)
      )
      select count(*)::integer as runs,
        coalesce(array_to_json(array_agg(r.cron || ' ' || r.start) filter (
          where r.following not between r.due and r.due + make_interval(secs => ${GRACE_SECONDS})
        )), '[]') as alarms,
        coalesce(array_to_json(array_agg(r.cron || ' ' || r.start) filter (
          where r.third - r.following > make_interval(secs => ${GRACE_SECONDS} + 60)
            and r.due + make_interval(secs => ${GRACE_SECONDS}) >= r.third
        )), '[]') as missed
      from runs r
      where r.following is not null`
    expect(found?.alarms).toEqual([])
    expect(found?.missed).toEqual([])
    expect(found?.runs).toBeGreaterThan(5_000)
  })
})
