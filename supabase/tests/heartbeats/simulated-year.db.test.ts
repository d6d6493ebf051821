import { casesToTry } from '@cairn/testing/tier'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockOffset, startsOf, type WallClock, wallClock } from '../support/debian-cron.ts'
import { openSchedules, type Schedules } from '../support/schedules.ts'

/**
 * Simulates a year of jobs under Debian's cron, by its model in support/debian-cron.ts: a job that reports in time is
 * never late, a missed run is, and a wrong time zone is recognized where there is one and nowhere else.
 */

let schedules: Schedules
beforeAll(async () => {
  schedules = await openSchedules()
})
afterAll(() => schedules?.close())

/** Of each zone; `YEAR_SCHEDULES=200 npx vitest run supabase/tests/heartbeats/simulated-year.db.test.ts` takes as many. */
const SCHEDULES = casesToTry('YEAR_SCHEDULES', { once: 20, repeated: 60 })
const DAYS = 367
const GRACE_SECONDS = 300
/** The starts a year above which a job is checked only around changes of clocks. */
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

/** Makes random numbers that are the same in each run. */
function dice(seed: number) {
  let state = seed
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

/** Makes a schedule as people write them: mostly once a day or week, a few by the minute. */
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
 * Starts in seconds, each up to a minute after its due time: of the whole year, or, of dense jobs, the days around both
 * changes of clocks.
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

interface Job {
  id: number
  cron: string
  starts: readonly number[]
}

const known = new Map<string, readonly Job[]>()

/** The jobs of a zone: the same for both tests. */
function jobsOf(zone: string): readonly Job[] {
  const jobs = known.get(zone) ?? makeJobs(zone)
  known.set(zone, jobs)
  return jobs
}

function makeJobs(zone: string): readonly Job[] {
  const roll = dice(ZONES.indexOf(zone) + 1)
  const clock = wallClock(zone, '2027-01-01T00:00Z', DAYS)
  return Array.from({ length: SCHEDULES }, () => schedule(roll))
    .flatMap((cron) => stretchesOf(cron, clock, roll).map((starts) => ({ cron, starts })))
    .map((job, id) => ({ ...job, id }))
}

interface Arrivals {
  cron: string
  /** The time zone that the heartbeat names. */
  named: string
  arrivals: readonly number[]
  /** The minutes by which they are off in it. */
  off: number | null
}

/** Three runs after another, of three seasons: of a job whose heartbeat names its own time zone. */
function rightlyNamed(zone: string, { cron, starts }: Job): Arrivals[] {
  return [0, 0.2, 0.8]
    .map((share) => starts.slice(Math.floor(starts.length * share)).slice(0, 3))
    .filter((arrivals) => arrivals.length === 3)
    .map((arrivals) => ({ cron, named: zone, arrivals, off: null }))
}

/** Once a day at most, in months without a change of clocks: each run is off by the distance of both zones. */
function wronglyNamed(zone: string, { cron, starts }: Job, named: string): Arrivals[] {
  const [june, september] = [Date.parse('2027-06-01') / 1000, Date.parse('2027-09-01') / 1000]
  const arrivals = starts.filter((start) => start >= june && start < september).slice(0, 3)
  if (arrivals.length < 3 || !/^\d+ \d+ /.test(cron)) return []
  const minute = Math.floor((arrivals[0] ?? 0) / 60)
  const off = clockOffset(named)(minute) - clockOffset(zone)(minute)
  return off === 0 || Math.abs(off) > 14 * 60 ? [] : [{ cron, named, arrivals, off }]
}

describe.each(ZONES)('a year of jobs in %s', (zone) => {
  it('has no false alarm and misses none', async () => {
    const jobs = jobsOf(zone)
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
    expect(found?.runs).toBeGreaterThan(SCHEDULES * 25)
  })

  it('is distinguished from a year in another time zone', async () => {
    const jobs = jobsOf(zone)
    const cases = [
      ...jobs.filter(({ id }) => id % 3 === 0).flatMap((job) => rightlyNamed(zone, job)),
      ...jobs.flatMap((job) => wronglyNamed(zone, job, ZONES[job.id % ZONES.length] ?? zone)),
    ]
    const wrong = await schedules.sql`
      with hints as materialized (
        select c.cron, c.named, c.off, private.zone_hint(
          private.cron_calendar(c.cron), c.named,
          array(select to_timestamp(a.arrival) from unnest(c.arrivals) a (arrival)),
          ${`{${[zone, ...ZONES].join()}}`}::text[]
        ) as hint
        from jsonb_to_recordset(${JSON.stringify(cases)}::text::jsonb)
          c (cron text, named text, arrivals bigint[], off integer)
      )
      select h.cron, h.named, h.off, h.hint
      from hints h
      where h.hint is distinct from case
        when h.off is not null then jsonb_build_object('minutes', h.off, 'time_zone', ${zone}::text)
      end`
    expect([...wrong]).toEqual([])
    expect(cases.filter(({ off }) => off !== null).length).toBeGreaterThan(SCHEDULES / 10)
  })
})
