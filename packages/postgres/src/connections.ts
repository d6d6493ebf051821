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

/** The connections that nothing works on; one that stays here for `IDLE_MS` is ended. */
function createFreeList(end: (held: Held) => Promise<unknown>) {
  const free: Held[] = []

  function remove(held: Held): void {
    clearTimeout(held.idleTimer)
    const at = free.indexOf(held)
    if (at !== -1) free.splice(at, 1)
  }

  return {
    remove,
    /** The one that was used last: the others may become idle. */
    take(): Held | undefined {
      const held = free.findLast(({ client }) => client.isOpen)
      if (held !== undefined) remove(held)
      return held
    },
    add(held: Held): void {
      held.idleTimer = setTimeout(() => {
        remove(held)
        void end(held)
      }, IDLE_MS).unref()
      free.push(held)
    },
  }
}

/**
 * At most `size` connections, counted from the first knock until Postgres has ended them, whatever became of them. The
 * caller bounds how much work there is at once by the same number.
 */
export function createConnections(size: number, open: (withinMs: number) => Promise<Client>): Connections {
  const free = createFreeList(end)
  const all = new Set<Held>()
  const ending = new Set<Promise<unknown>>()
  let opening = 0
  let closed = false

  function end(held: Held): Promise<unknown> {
    const ended = held.client.close()
    ending.add(ended)
    return ended.finally(() => ending.delete(ended))
  }

  async function take(withinMs: number): Promise<Held> {
    if (closed) throw new NoConnection('The pool is closed.')
    const found = free.take()
    if (found !== undefined) return found
    opening += 1
    try {
      while (all.size + opening > size && ending.size > 0) await Promise.race(ending)
      const client = await open(withinMs)
      const held: Held = { client, openedAtMs: performance.now() }
      all.add(held)
      void client.closed.then(() => {
        all.delete(held)
        free.remove(held)
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
    if (closed || performance.now() - held.openedAtMs > LIFETIME_MS) void end(held)
    else free.add(held)
  }

  return {
    async use(work, withinMs) {
      const held = await take(withinMs)
      try {
        return await work({ sql: held.client.sql, batches: held.client.batches })
      } finally {
        giveBack(held)
      }
    },
    cut(cause) {
      for (const { client } of all) client.destroy(cause)
    },
    async close(graceMs) {
      closed = true
      for (let held = free.take(); held !== undefined; held = free.take()) void end(held)
      await allClosed([...all], graceMs)
    },
  }
}

/** Waits until they have closed; those that take longer than `graceMs` are cut. */
async function allClosed(held: readonly Held[], graceMs: number): Promise<void> {
  const late = setTimeout(() => {
    for (const { client } of held) client.destroy()
  }, graceMs)
  await Promise.all(held.map(({ client }) => client.closed))
  clearTimeout(late)
}
