import type postgres from 'postgres'
import type { BatchRunner } from './batch.ts'

/** A connection that one piece of work has to itself, until it calls `release` or `discard`. */
export interface Connection {
  readonly sql: postgres.ReservedSql
  /** Sends several statements as one message; null where the connection cannot do that. */
  readonly batches: BatchRunner | null
  /** Keeps the connection open for the next caller. */
  release(): void
  /** Closes a connection that is lost, or whose state is unknown. */
  discard(): void
}

export interface Connections {
  /** A free connection, or a new one. Rejects with the driver's error when none can be opened. */
  reserve(): Promise<Connection>
  /** Ends idle connections at once and busy ones after `graceSeconds`. */
  close(graceSeconds: number): Promise<void>
}

/** A client of the driver with a pool of one, and the batches of its present connection. */
export interface ConnectionClient {
  sql: postgres.Sql
  batches(): BatchRunner | null
}

interface Client extends ConnectionClient {
  openedAtMs: number
  idleTimer?: NodeJS.Timeout
}

const IDLE_MS = 60_000
/** A connection gathers prepared statements and the server's caches of them. */
const LIFETIME_MS = 30 * 60_000

/**
 * Connections to reserve, each a client of the driver with a pool of one. The caller bounds their number.
 *
 * A larger pool of the driver (3.4) cannot be reserved from: after a connection was cut or could not be opened, the
 * request
 * that failed stays in its queue and is given the next connection, which is never released. Here a client that failed
 * is
 * thrown away whole.
 */
export function createConnections(openClient: () => ConnectionClient): Connections {
  const clients = createClients(openClient)
  return {
    async reserve() {
      const client = clients.take()
      try {
        const sql = await client.sql.reserve()
        return {
          sql,
          batches: client.batches(),
          release() {
            sql.release()
            clients.release(client)
          },
          discard: () => clients.discard(client),
        }
      } catch (error) {
        clients.discard(client)
        // Idle connections have most likely met the same fate as the one that failed.
        clients.discardFree()
        throw error
      }
    },
    close: (graceSeconds) => clients.close(graceSeconds),
  }
}

/** All clients, and which of them are free. */
function createClients(openClient: () => ConnectionClient) {
  const free: Client[] = []
  const all = new Set<Client>()

  function discard(client: Client): void {
    all.delete(client)
    void client.sql.end({ timeout: 0 })
  }

  function takeAllFree(): Client[] {
    const taken = free.splice(0)
    for (const { idleTimer } of taken) clearTimeout(idleTimer)
    return taken
  }

  return {
    discard,
    discardFree: () => takeAllFree().forEach(discard),
    take(): Client {
      const client = free.pop() ?? { ...openClient(), openedAtMs: performance.now() }
      clearTimeout(client.idleTimer)
      all.add(client)
      return client
    },
    release(client: Client): void {
      if (performance.now() - client.openedAtMs > LIFETIME_MS) {
        discard(client)
        return
      }
      client.idleTimer = setTimeout(() => {
        free.splice(free.indexOf(client), 1)
        discard(client)
      }, IDLE_MS).unref()
      free.push(client)
    },
    async close(graceSeconds: number): Promise<void> {
      takeAllFree()
      await Promise.all([...all].map(({ sql }) => sql.end({ timeout: graceSeconds })))
    },
  }
}
