import type postgres from 'postgres'
import type { BatchRunner } from './batch.ts'
import type { Client } from './client.ts'

/** A connection that one piece of work has to itself. */
export interface Connection {
  /** Statements are sent in the order in which they are begun. */
  readonly sql: postgres.Sql
  /** Sends several statements as one message. */
  readonly batches: BatchRunner
}

export interface Connections {
  /**
   * Does the work on a free connection, or on a new one that comes about within `withinMs`. Rejects with
   * {@link NoConnection} when it does not, and with the error of the work.
   */
  use<T>(work: (connection: Connection) => Promise<T>, withinMs: number): Promise<T>
  /** Cuts all connections. */
  cut(cause: Error): void
  /** Ends idle connections at once and busy ones after `graceMs`. Resolves when all have ended. */
  close(graceMs: number): Promise<void>
}

/** No connection came about; nothing has been sent. `cause` is the reason. */
export class NoConnection extends Error {
  override name = 'NoConnection'
}

const IDLE_MS = 60_000
/** A connection gathers prepared statements and the server's caches of them. */
const LIFETIME_MS = 30 * 60_000

interface Held {
  client: Client
  openedAtMs: number
  idleTimer?: NodeJS.Timeout
}

/**
 * At most `size` connections, counted from the first knock until Postgres has ended them, whatever became of them. The
 * caller bounds how much work there is at once by the same number.
 */
export function createConnections(size: number, open: (withinMs: number) => Promise<Client>): Connections {
  const free: Held[] = []
  const all = new Set<Held>()
  const ending = new Set<Promise<unknown>>()
  let opening = 0
  let closed = false

  function end(held: Held): Promise<unknown> {
    const ended = held.client.close()
    ending.add(ended)
    return ended.finally(() => ending.delete(ended))
  }

  function takeOut(held: Held): void {
    clearTimeout(held.idleTimer)
    const at = free.indexOf(held)
    if (at !== -1) free.splice(at, 1)
  }

  function takeFree(): Held | undefined {
    const held = free.findLast(({ client }) => client.isOpen)
    if (held !== undefined) takeOut(held)
    return held
  }

  async function take(withinMs: number): Promise<Held> {
    if (closed) throw new NoConnection('The pool is closed.')
    const found = takeFree()
    if (found !== undefined) return found
    opening += 1
    try {
      while (all.size + opening > size && ending.size > 0) await Promise.race(ending)
      const client = await open(withinMs)
      const held: Held = { client, openedAtMs: performance.now() }
      all.add(held)
      void client.closed.then(() => {
        all.delete(held)
        takeOut(held)
      })
      return held
    } catch (cause) {
      throw new NoConnection('No connection to the database came about.', { cause })
    } finally {
      opening -= 1
    }
  }

  function giveBack(held: Held): void {
    if (!held.client.isOpen) return
    if (closed || performance.now() - held.openedAtMs > LIFETIME_MS) {
      void end(held)
      return
    }
    held.idleTimer = setTimeout(() => {
      takeOut(held)
      void end(held)
    }, IDLE_MS).unref()
    free.push(held)
  }

  return {
    async use(work, withinMs) {
      const held = await take(withinMs)
      const { sql, batches } = held.client
      try {
        return await work({ sql, batches })
      } finally {
        giveBack(held)
      }
    },
    cut(cause) {
      for (const { client } of all) client.destroy(cause)
    },
    async close(graceMs) {
      closed = true
      for (let held = takeFree(); held !== undefined; held = takeFree()) void end(held)
      const rest = [...all]
      const late = setTimeout(() => {
        for (const { client } of rest) client.destroy()
      }, graceMs)
      await Promise.all(rest.map(({ client }) => client.closed))
      clearTimeout(late)
    },
  }
}
