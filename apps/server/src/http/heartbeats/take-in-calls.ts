import { createGathering, type Gathering } from '@cairn/postgres/pool/gathering'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { DatabaseUnavailable, Overloaded } from '@cairn/postgres/wire/errors'
import type { Ping } from '../../../../../supabase/functions/ping/address.ts'

/** A call of a heartbeat: what its address asks for, and what else is known of it. */
interface Call extends Ping {
  note: string | null
  network: string
  /** The name by which the caller's program identifies itself. */
  agent: string | null
}

/** The answer to a call, and the seconds until the caller may retry. */
interface Taken {
  status: number
  retryAfter: number | null
}

export type TakeInCall = Gathering<Call, Taken>

const MOST_TOGETHER = 200
/**
 * Two statements could wait for each other's rows, and would not be faster. One also keeps the calls of each caller in
 * order.
 */
const STATEMENTS = 1
/** A limit of two seconds' worth of calls at 2,000 a second: the server asks any further caller to retry. */
const MOST_WAITING = 4_000

/**
 * Writes calls to the database; those that arrive meanwhile share one statement, so that a thousand a second cost as
 * many commits as the disk makes. Resolves once the statement is committed.
 */
export function takingInCalls(database: Pick<Privileged, 'statement'>): TakeInCall {
  return createGathering({
    most: MOST_TOGETHER,
    atOnce: STATEMENTS,
    maxWaiting: MOST_WAITING,
    send: (calls) =>
      patiently(() =>
        database.statement(
          (sql) => sql<Taken[]>`
            select status, retry_after as "retryAfter"
            from private.take_in_calls(${JSON.stringify(calls)}::text::jsonb)
            order by place`,
        ),
      ),
  })
}

/** Each waits less than three seconds for its turn, and scripts wait ten. */
const TRIES = 3

/** Waits for a turn once more where none came: nothing was sent yet, and a busy machine must lose no run. */
async function patiently<Answer>(work: () => Promise<Answer>, tries = TRIES): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (tries === 1 || !hadNoTurn(error)) throw error
    return patiently(work, tries - 1)
  }
}

function hadNoTurn(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.cause instanceof Overloaded
}
