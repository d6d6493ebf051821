const MINUTE_MS = 60_000

/**
 * The counts of one key. Of the previous minute, only that part counts which lies within the last sixty seconds: so a
 * limit holds for every sixty seconds, and not only from one full minute to the next.
 */
export interface Tally {
  /** The number of the minute that the counts belong to. */
  minute: number
  /** In the minute before. */
  before: number
  /** In this minute by all servers, as the database said last. */
  known: number
  /** By this process, and under way to the database. */
  sending: number
  /** By this process, and not sent yet. */
  waiting: number
  /** The same of the minute before. */
  late: number
}

/** A moment within the counted minutes. */
export interface Moment {
  minute: number
  secondsLeft: number
}

/** Makes the tally of a key that is counted for the first time. */
export const newTally = (minute: number): Tally => ({
  minute,
  before: 0,
  known: 0,
  sending: 0,
  waiting: 0,
  late: 0,
})

/** Requests that this process has counted but not yet sent to the database. */
export const untold = ({ sending, waiting }: Tally) => sending + waiting

/** Advances the tally to the current minute. */
export function goOn(tally: Tally, minute: number): void {
  if (tally.minute >= minute) return
  const { known, waiting } = tally
  const isNext = tally.minute === minute - 1
  const before = isNext ? known + untold(tally) : 0
  Object.assign(tally, newTally(minute), { before, late: isNext ? waiting : 0 })
}

/** How much of a limit is used up. */
export function usedOf(tally: Tally, { secondsLeft }: Moment): number {
  return tally.known + untold(tally) + (tally.before * secondsLeft) / 60
}

/** After how many seconds one more request is within the limit, at least one. */
export function secondsUntilRoom(tally: Tally, limit: number, { secondsLeft }: Moment): number {
  const counted = tally.known + untold(tally)
  const seconds =
    counted < limit && tally.before > 0
      ? secondsLeft - (60 * (limit - 1 - counted)) / tally.before
      : secondsLeft + 60 * (1 - (limit - 1) / Math.max(counted, 1))
  return Math.max(1, Math.ceil(seconds))
}

/** A clock of minutes that follows those of the database. */
export interface Minutes {
  now(): Moment
  /** The database says for how long its minute goes on. Returns that minute. */
  follow(secondsLeft: number): Moment
}

/** Counts minutes by a clock in milliseconds; the first begins now. */
export function createMinutes(now: () => number): Minutes {
  let startOfFirst = now()

  function moment(): Moment {
    const since = now() - startOfFirst
    const minute = Math.floor(since / MINUTE_MS)
    return { minute, secondsLeft: (minute + 1) * 60 - since / 1_000 }
  }

  return {
    now: moment,
    follow(secondsLeft) {
      const apart = (secondsLeft - moment().secondsLeft) * 1_000
      // The nearer of two ends of a minute is meant: no minute is counted twice or left out.
      startOfFirst += apart - MINUTE_MS * Math.round(apart / MINUTE_MS)
      return moment()
    },
  }
}
