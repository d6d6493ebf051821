import type { Pool } from '@cairn/postgres/pool/pool'
import type { Privileged, Statements } from '@cairn/postgres/pool/privileged'
import { DatabaseUnavailable, Overloaded, postgresFailure } from '@cairn/postgres/wire/errors'

export interface ReadinessParts {
  /** A separate connection, for which nothing else waits. */
  database: Pick<Privileged, 'statement'>
  requests: Pick<Pool, 'run'>
  /** How long the oldest message has been waiting to be sent, in seconds; null when none waits. Asks the pool of accounts. */
  oldestMessageSeconds: () => Promise<number | null>
}

/** The answers of a database that is there. */
interface Seen {
  takesWrites: boolean
  clockSeconds: number
  /** Undefined where the pools are too busy to say. */
  oldestMailSeconds: number | null | undefined
}

/** `slow`: the database has missed an answer, and not two; or it has no connection to spare beside those of the pools. */
export type Readiness = Seen | 'slow' | 'no database'

/** A check that takes longer than a second has failed for most load balancers. */
const ANSWERED_WITHIN_MS = 900
/** With so much time left a failed check is repeated at once: a single connection that was cut is opened again. */
const AGAIN_WITHIN_MS = 400
const MISSES = 2

/**
 * Checks whether the database answers, on a separate connection and through both pools. All who ask at the same moment
 * are told by one look, and what has not answered the one before is not asked again: many checks are no load.
 */
export function createReadiness({
  database,
  requests,
  oldestMessageSeconds,
}: ReadinessParts): () => Promise<Readiness> {
  const askOnce = shared(() => database.statement(askDatabase))
  const askPools = shared(async () => {
    const [oldest] = await Promise.all([oldestMessageSeconds(), requests.run(({ sql }) => sql`select 1`)])
    return oldest
  })
  let misses = 0

  async function see(): Promise<Seen | 'slow' | null> {
    try {
      const [answer, oldestMailSeconds] = await Promise.all([
        inTime(askOnce()).catch((error: unknown) => {
          if (hasNoPlace(error)) return null
          throw error
        }),
        inTime(askPools()).catch((error: unknown) => {
          if (isBusy(error)) return undefined
          throw error
        }),
      ])
      return answer === null ? 'slow' : { ...answer, oldestMailSeconds }
    } catch {
      return null
    }
  }

  return shared(async () => {
    const began = performance.now()
    for (;;) {
      const seen = await see()
      misses = seen === null ? misses + 1 : 0
      if (seen !== null) return seen
      if (misses >= MISSES) return 'no database'
      if (performance.now() - began > AGAIN_WITHIN_MS) return 'slow'
    }
  })
}

/** Runs the piece of work that it is given one at a time: who asks meanwhile gets what is under way. */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null
  return () => {
    underWay ??= work().finally(() => {
      underWay = null
    })
    return underWay
  }
}

class TooLate extends Error {
  override name = 'TooLate'
}

/** No answer in time, or no turn: the pools have other work. What they say otherwise is that the database is away. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof TooLate || (error instanceof DatabaseUnavailable && error.cause instanceof Overloaded)
  )
}

/** SQLSTATE of a Postgres that has as many connections as it may. */
const TOO_MANY = '53300'

/** Postgres answers, and has no connection to spare for the check. Those that the pools have serve on. */
function hasNoPlace(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && postgresFailure(error.cause)?.code === TOO_MANY
}

/** Runs a line of plpgsql, which needs the files of the database and not only its connections, and compares the clocks. */
async function askDatabase(sql: Statements) {
  const asked = Date.now()
  await sql`do 'begin perform 1; end'`
  const [row] = await sql<[{ writes: boolean; now: number }]>`
    select
      current_setting('transaction_read_only') = 'off' as writes,
      extract(epoch from clock_timestamp())::float8 * 1000 as now`
  const clockSeconds = Math.round((row.now - (asked + Date.now()) / 2) / 1_000)
  return { takesWrites: row.writes, clockSeconds }
}

/** Rejects when the work takes too long; it is left to itself then. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new TooLate('The database did not answer in time.')),
      ANSWERED_WITHIN_MS,
    )
    work.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
