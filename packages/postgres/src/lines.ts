import type postgres from 'postgres'
import type { Batches } from './batch.ts'

/** A connection that one piece of work has to itself, until it gives it back in one of two ways. */
export interface Line {
  readonly sql: postgres.ReservedSql
  /** Several statements as one message, where the connection can do that. */
  readonly batches: Batches | null
  /** Keeps the connection for the next one. */
  release(): void
  /** Lets go of a connection that is lost or in a state that nobody knows. */
  discard(): void
}

export interface Lines {
  /** A free connection, or a new one. Rejects with the driver's error when none can be opened. */
  take(): Promise<Line>
  /** Ends idle connections at once and busy ones after `graceSeconds`. */
  close(graceSeconds: number): Promise<void>
}

/** A client of the driver with a pool of one, and what else its present connection can do. */
export interface LineClient {
  sql: postgres.Sql
  batches(): Batches | null
}

interface Client extends LineClient {
  openedAtMs: number
  idleTimer?: NodeJS.Timeout
}

const IDLE_MS = 60_000
/** A connection gathers prepared statements and the server's caches of them. */
const LIFETIME_MS = 30 * 60_000

/**
 * Connections to reserve, each a client of the driver with a pool of one; whoever takes them sees to their number.
 *
 * A larger pool of the driver (3.4) is no place to reserve from: after a connection was cut or could not be opened it keeps
 * the wish that failed in its queue, hands it the next connection, and nobody ever gives that back. Here a client that failed
 * is thrown away whole.
 */
export function createLines(openClient: () => LineClient): Lines {
  const free: Client[] = []
  const clients = new Set<Client>()

  function open(): Client {
    const client = { ...openClient(), openedAtMs: performance.now() }
    clients.add(client)
    return client
  }

  function discard(client: Client): void {
    clients.delete(client)
    void client.sql.end({ timeout: 0 })
  }

  /** Idle connections have most likely met the same fate as the one that failed. */
  function discardFree(): void {
    for (const client of free.splice(0)) {
      clearTimeout(client.idleTimer)
      discard(client)
    }
  }

  function release(client: Client): void {
    if (performance.now() - client.openedAtMs > LIFETIME_MS) {
      discard(client)
      return
    }
    client.idleTimer = setTimeout(() => {
      free.splice(free.indexOf(client), 1)
      discard(client)
    }, IDLE_MS).unref()
    free.push(client)
  }

  return {
    async take() {
      const client = free.pop() ?? open()
      clearTimeout(client.idleTimer)
      try {
        const sql = await client.sql.reserve()
        return {
          sql,
          batches: client.batches(),
          release() {
            sql.release()
            release(client)
          },
          discard: () => discard(client),
        }
      } catch (error) {
        discard(client)
        discardFree()
        throw error
      }
    },
    async close(graceSeconds) {
      for (const { idleTimer } of free.splice(0)) clearTimeout(idleTimer)
      await Promise.all([...clients].map(({ sql }) => sql.end({ timeout: graceSeconds })))
    },
  }
}
