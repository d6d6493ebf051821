import { createAdmission, Overloaded } from './admission.ts'
import { type Connection, createConnections, NoConnection } from './connections.ts'
import { asUnavailable, DatabaseUnavailable } from './errors.ts'
import { type Listener, listen } from './listen.ts'
import { createLongWork } from './long-work.ts'
import { createConnect } from './primary.ts'
import { retryOnConflict } from './retry.ts'
import { createSharing, type Requester, sharesOf } from './shares.ts'
import { watchForSilence } from './silence.ts'
import type { ConnectionTarget } from './target.ts'

export type { ConnectionTarget }

export interface PoolOptions {
  target: ConnectionTarget
  /** Connections at the most. */
  size: number
  /** Shown in pg_stat_activity. */
  name: string
}

/** A set of connections to one database as one user, with a bounded queue in front. */
export interface Pool {
  /**
   * Does the work on a connection of its own, and again where Postgres undid it because of a conflict. It uses the
   * requester's share of the connections, where there is one.
   *
   * Throws {@link DatabaseUnavailable} when no connection is free or can be opened within 3 s, and when Postgres is too
   * busy or falls silent; otherwise what the work throws.
   */
  run<T>(work: (connection: Connection) => Promise<T>, requester?: Requester): Promise<T>
  /** Listens to a channel, over a connection beside the pool's. Rejects when that does not come about. */
  listen(channel: string, listener: Listener): Promise<void>
  /** Ends idle connections at once and busy ones after `graceSeconds`. */
  close(graceSeconds?: number): Promise<void>
}

/** No transaction may be forgotten open, no statement may wait long for a lock or go on for nobody. Milliseconds. */
const SETTINGS = {
  idle_in_transaction_session_timeout: '10000',
  lock_timeout: '2000',
  client_connection_check_interval: '2000',
}

/** From the beginning to a connection that can be used. */
const CONNECTED_WITHIN_MS = 3_000
const LEAST_TO_CONNECT_MS = 250
const WAITING_PER_CONNECTION = 100

/** Opens a pool. Nothing connects before the first work, so a database that is away does not fail this. */
export function openPool({ target, size, name }: PoolOptions): Pool {
  const connect = createConnect(target, { name, settings: SETTINGS })
  const connections = createConnections(size, (withinMs) => connect({ withinMs }))
  const silence = watchForSilence(target, (cause) => connections.cut(cause))
  const admission = createAdmission({
    concurrency: size,
    maxQueued: size * WAITING_PER_CONNECTION,
    maxWaitMs: CONNECTED_WITHIN_MS - LEAST_TO_CONNECT_MS,
  })
  const sharing = createSharing(sharesOf(size), createLongWork())
  const listening: (() => Promise<void>)[] = []

  async function watched<T>(work: () => Promise<T>, requester: Requester | undefined): Promise<T> {
    const end = silence.during()
    const began = performance.now()
    try {
      return await work()
    } finally {
      sharing.note(requester, performance.now() - began)
      end()
    }
  }

  return {
    async run(work, requester) {
      const deadline = performance.now() + CONNECTED_WITHIN_MS
      const withinMs = () => Math.max(LEAST_TO_CONNECT_MS, deadline - performance.now())
      try {
        return await admission.run(
          () =>
            retryOnConflict(() =>
              connections.use((connection) => watched(() => work(connection), requester), withinMs()),
            ),
          sharing.partiesOf(requester),
        )
      } catch (error) {
        throw unavailable(error)
      }
    },
    async listen(channel, listener) {
      listening.push(await listen(connect, channel, listener))
    },
    async close(graceSeconds = 5) {
      await Promise.all([...listening.map((end) => end()), connections.close(graceSeconds * 1_000)])
    },
  }
}

function unavailable(error: unknown): unknown {
  if (error instanceof Overloaded) {
    return new DatabaseUnavailable('No database connection became free in time.', { cause: error })
  }
  if (error instanceof NoConnection) {
    return new DatabaseUnavailable('The database cannot be reached.', { cause: error.cause })
  }
  return asUnavailable(error)
}
