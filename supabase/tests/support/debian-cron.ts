/**
 * A model of Debian's cron (3.0pl1) that owes nothing to the functions under test: it wakes up every minute, looks at
 * the wall clock and runs what matches, as `main` and `find_jobs` of its cron.c do. It reads the syntax of that cron:
 * numbers, lists, ranges and steps. Jobs that are due several times within a jump of the clock start once.
 */

const DAY = 1440
/** The minutes of a jump beyond which the clock counts as set, and cron goes on from there. */
const SET_ANEW = 180
/** The minutes up to which cron has only slept too long, and runs everything. */
const SLEPT = 5

/** The wall clock of a zone, minute by minute from a moment on. */
export interface WallClock {
  /** The first minute, since 1970 at UTC. */
  first: number
  /** The time that the clock shows at each minute, as minutes since 1970. */
  shown: Int32Array
}

/** Reads the clock of a zone, as the platform knows it. */
export function wallClock(zone: string, from: string, days: number): WallClock {
  const first = Date.parse(from) / 60_000
  const shown = new Int32Array(days * DAY)
  const offsetAt = clockOffset(zone)
  for (let day = 0; day < days; day += 1) {
    const begin = day * DAY
    const offset = offsetAt(first + begin)
    const changes = offset !== offsetAt(first + begin + DAY)
    for (let at = begin; at < begin + DAY; at += 1)
      shown[at] = first + at + (changes ? offsetAt(first + at) : offset)
  }
  return { first, shown }
}

/** The minutes by which a zone is ahead of UTC at a minute. */
export function clockOffset(timeZone: string): (minute: number) => number {
  const format = new Intl.DateTimeFormat('en-US-u-hc-h23', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  return (at) => {
    const parts = new Map(
      format.formatToParts(at * 60_000).map(({ type, value }) => [type, Number(value)] as const),
    )
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
    const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
    return shown / 60_000 - at
  }
}

/** The minutes at which cron starts a job, since 1970 at UTC. */
export function startsOf(cron: string, { first, shown }: WallClock): number[] {
  const entry = readEntry(cron)
  const starts: number[] = []
  let virtual = (shown[0] ?? 0) - 1
  for (let at = 0; at < shown.length; at += 1) {
    const now = shown[at] ?? 0
    // Nearly always cron slept for a minute.
    if (now - virtual === 1) {
      virtual = now
      if (entry.matches(now)) starts.push(first + at)
    } else if (wakesUp(now)) starts.push(first + at)
  }
  return starts

  /** Simulates a minute of cron; returns whether it starts the job. */
  function wakesUp(now: number): boolean {
    const behind = now - virtual
    if (behind > SET_ANEW || behind <= -SET_ANEW) {
      virtual = now
      return entry.matches(now)
    }
    // The clock was put back: jobs at fixed times have run, until it shows the latest time again.
    if (behind <= 0) return entry.wild && entry.matches(now)
    const missed = Array.from({ length: behind }, (_, minute) => virtual + 1 + minute)
    virtual = now
    if (behind > SLEPT && entry.wild) return entry.matches(now)
    return missed.some(entry.matches)
  }
}

interface Entry {
  /** Whether the job follows the clock rather than fixed times: its minute or hour begins with a star. */
  wild: boolean
  matches(shown: number): boolean
}

function readEntry(cron: string): Entry {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.split(' ')
  const minutes = readField(minute, 0, 59)
  const hours = readField(hour, 0, 23)
  const days = readField(day, 1, 31)
  const months = readField(month, 1, 12)
  const weekdays = readField(weekday, 0, 7)
  if (weekdays.has(7)) weekdays.add(0)
  const both = day.startsWith('*') || weekday.startsWith('*')
  const times = Uint8Array.from({ length: DAY }, (_, time) =>
    minutes.has(time % 60) && hours.has(Math.floor(time / 60)) ? 1 : 0,
  )
  const dayMatches = new Map<number, boolean>()

  const isDay = (number: number) => {
    const date = new Date(number * DAY * 60_000)
    if (!months.has(date.getUTCMonth() + 1)) return false
    const byDay = days.has(date.getUTCDate())
    const byWeekday = weekdays.has(date.getUTCDay())
    return both ? byDay && byWeekday : byDay || byWeekday
  }
  return {
    wild: minute.startsWith('*') || hour.startsWith('*'),
    matches(shown) {
      if (times[shown % DAY] === 0) return false
      const number = Math.floor(shown / DAY)
      const known = dayMatches.get(number) ?? isDay(number)
      dayMatches.set(number, known)
      return known
    },
  }
}

function readField(field: string, low: number, high: number): Set<number> {
  const found = new Set<number>()
  for (const part of field.split(',')) {
    const [range = '', step = '1'] = part.split('/')
    const [from = '', to = from] = range === '*' ? [String(low), String(high)] : range.split('-')
    for (let value = Number(from); value <= Number(to); value += Number(step)) found.add(value)
  }
  return found
}
