import type { Statements } from '../wire/transaction.ts'

/** The clock of the database, as precisely as this process knows it. */
export interface DatabaseClock {
  /**
   * Milliseconds since 1970. Between two readings it runs at the pace of the machine, however the machine's clock is
   * set.
   */
  now(): number
  /** How often the clock was set, as far as readings show. Decisions from before then may be made again. */
  readonly timesSet: number
  /** Reads the clock again, unless that was just tried. It runs on where the database is unavailable. */
  read(): Promise<void>
}

/** A connection that runs a statement on the database. */
interface Asked {
  statement<T>(work: (sql: Statements) => Promise<T>): Promise<T>
}

/** Called with the difference of the two clocks in seconds; positive where the database is ahead. */
type OnApart = (seconds: number | null) => void

/** The difference up to which the two clocks count as equal; after a larger one, they do so again from half of it. */
const APART_MS = 30_000
/** The difference from the expected time that shows that the clock was set; a reading errs by less. */
const SET_MS = 2_000
/** The minimum time between two readings: anyone with an expired token can send it, and cause a reading. */
const AGAIN_AFTER_MS = 100

/**
 * Opens the clock that dates everything stored, and by which it is judged, so that servers agree whatever the clocks of
 * their machines. `onApart` is called when this machine's clock is more than 30 s away, and with null when it no longer
 * is. Throws `DatabaseUnavailable`.
 */
export async function openDatabaseClock(database: Asked, onApart: OnApart): Promise<DatabaseClock> {
  let aheadMs = await aheadOfMonotonic(database)
  let triedAtMs = performance.now()
  let timesSet = 0
  let reading: Promise<void> | null = null
  let apart = false

  function tellApart(): void {
    const differenceMs = aheadMs + performance.now() - Date.now()
    if (Math.abs(differenceMs) > (apart ? APART_MS / 2 : APART_MS) === apart) return
    apart = !apart
    onApart(apart ? Math.round(differenceMs / 1_000) : null)
  }

  async function look(): Promise<void> {
    const readMs = await aheadOfMonotonic(database)
    if (Math.abs(readMs - aheadMs) > SET_MS) timesSet += 1
    aheadMs = readMs
    tellApart()
  }

  tellApart()
  return {
    now: () => aheadMs + performance.now(),
    get timesSet() {
      return timesSet
    },
    async read() {
      if (reading === null && performance.now() - triedAtMs >= AGAIN_AFTER_MS) {
        triedAtMs = performance.now()
        reading = look()
          .catch(() => {})
          .finally(() => {
            reading = null
          })
      }
      await reading
    },
  }
}

/** How far the clock of the database is ahead of this machine's monotonic one, in milliseconds. */
function aheadOfMonotonic(database: Asked): Promise<number> {
  return database.statement(async (sql) => {
    const asked = performance.now()
    const [row] = await sql<
      [{ now: number }]
    >`select extract(epoch from clock_timestamp())::float8 * 1000 as now`
    return row.now - (asked + performance.now()) / 2
  })
}
