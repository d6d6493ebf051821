import type { Statements } from '../wire/transaction.ts'

/** The clock of the database, as near as this process knows it. */
export interface DatabaseClock {
  /** Milliseconds since 1970. Between two readings it goes on at the pace of the machine, however its clock is set. */
  now(): number
  /** How often it was set, as far as readings tell. What was judged before then may be judged again. */
  readonly timesSet: number
  /** Reads it again, unless that was just tried. It goes on as before where the database is away. */
  read(): Promise<void>
}

/** Whoever runs a statement on the database. */
interface Asked {
  statement<T>(work: (sql: Statements) => Promise<T>): Promise<T>
}

/** How far the two clocks are apart, in seconds; positive where the database is ahead. */
type OnApart = (seconds: number | null) => void

/** The two clocks count as one up to here, and again once they are as near as half of it. */
const APART_MS = 30_000
/** Further from where it was carried on than a reading may err. */
const SET_MS = 2_000
/** Anybody who had a token can send it when it is too old, and have the clock read for it. */
const AGAIN_AFTER_MS = 100

/**
 * Opens the clock by which everything that is stored is dated and judged, so that servers agree whatever their machines
 * believe. `onApart` is told when this machine's clock is more than 30 s away, and with null when it no longer is.
 * Throws `DatabaseUnavailable`.
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
