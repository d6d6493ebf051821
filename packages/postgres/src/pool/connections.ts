import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../wire/client.ts'
import { setDeadline } from '../wire/deadline.ts'
import { CONNECT_TIMEOUT, coded } from '../wire/errors.ts'

/** A connection that one piece of work has to itself. */
export type Connection = Pick<Client, 'sql' | 'batches' | 'pid' | 'setReadOnly'>

export interface Connections {
  /** Takes a free connection, until it is given back. */
  takeFree(): Held | undefined
  /**
   * Takes a connection that is opened or comes free within `withinMs`. Rejects with {@link NoConnection} when none does.
   */
  waitForOne(withinMs: number): Promise<Held>
  giveBack(held: Held): void
  /** The number of connections, busy or free. */
  open(): number
  /** Cuts all connections. */
  cut(cause: Error): void
  /** Ends idle connections at once and busy ones after `graceMs`. Resolves when all have ended. */
  close(graceMs: number): Promise<void>
}

/** No connection was opened; nothing has been sent. `cause` is the reason. */
export class NoConnection extends Error {
  override name = 'NoConnection'
}

const POOL_CLOSED = 'The pool is closed.'
const IDLE_MS = 60_000
/** The lifetime of a connection is limited, because it gathers prepared statements and the server's caches of them. */
const LIFETIME_MS = 30 * 60_000

/** A connection of the pool. */
interface Held {
  readonly client: Client
  readonly openedAtMs: number
  /** Runs from when it was given back: one timer, begun again each time, and not heeded while it is in use. */
  readonly idle: NodeJS.Timeout
}

/** The idle connections, the one that was used last at the end. */
function createFreeList() {
  const free: Held[] = []
  return {
    /** False where it is in use. */
    remove(held: Held): boolean {
      const at = free.indexOf(held)
      if (at !== -1) free.splice(at, 1)
      return at !== -1
    },
    /** Takes the connection that was used last, so that the others may become idle. */
    take(): Held | undefined {
      for (let held = free.pop(); held !== undefined; held = free.pop()) if (held.client.isOpen) return held
      return undefined
    },
    add(held: Held): void {
      held.idle.refresh()
      free.push(held)
    },
  }
}

/**
 * At most `size` connections, counted from the first attempt to open each until Postgres has ended it, whatever became
 * of it. The caller limits concurrent work to the same number.
 *
 * Work that finds none free has one opened, and takes the first available one: that one, or one that other work has
 * released. A pooler may have none to spare for a long time. `open` has a separate time limit: a half-open connection
 * whose work gave up serves the next one.
 */
// biome-ignore lint/plugin/short-functions: opening, taking, giving back and closing share the state of one set.
export function createConnections(size: number, open: () => Promise<Client>): Connections {
  const free = createFreeList()
  const line = createLine()
  const all = new Set<Held>()
  const openings = new Set<Promise<void>>()
  let closed = false

  /** Opens as many as are waited for, where there is room. */
  function openForLine(): void {
    while (!closed && line.length > openings.size && all.size + openings.size < size) {
      const opening = openOne().finally(() => {
        openings.delete(opening)
        openForLine()
      })
      openings.add(opening)
    }
  }

  async function openOne(): Promise<void> {
    try {
      const client = await open()
      const idle = setTimeout(() => free.remove(held) && void client.close(), IDLE_MS).unref()
      const held: Held = { client, openedAtMs: performance.now(), idle }
      all.add(held)
      void client.closed.then(() => {
        clearTimeout(idle)
        all.delete(held)
        free.remove(held)
        openForLine()
      })
      giveBack(held)
      // Closing the pool waits until this connection has ended too.
      if (closed) await client.closed
    } catch (cause) {
      // Work that has waited too long leaves the line by itself; later work may still be served.
      if (!isTimeOut(cause)) line.refuseFirst(cause)
    }
  }

  function giveBack(held: Held): void {
    if (!held.client.isOpen) return
    if (closed || performance.now() - held.openedAtMs > LIFETIME_MS) void held.client.close()
    else if (!line.giveFirst(held)) free.add(held)
  }

  return {
    takeFree: free.take,
    async waitForOne(withinMs) {
      if (closed) throw new NoConnection(POOL_CLOSED)
      const turn = line.wait(withinMs)
      openForLine()
      return turn
    },
    giveBack,
    open: () => all.size,
    cut(cause) {
      for (const { client } of all) client.destroy(cause)
    },
    async close(graceMs) {
      closed = true
      line.refuseAll(POOL_CLOSED)
      for (let held = free.take(); held !== undefined; held = free.take()) void held.client.close()
      const opened = Promise.race([Promise.all(openings), wait(graceMs, undefined, { ref: false })])
      await Promise.all([opened, allClosed([...all], graceMs)])
    },
  }
}

function isTimeOut(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === CONNECT_TIMEOUT
}

function noneCame(cause: unknown): NoConnection {
  return new NoConnection('No connection to the database came about.', { cause })
}

interface Turn {
  give: (held: Held) => void
  refuse: (error: NoConnection) => void
}

/** Work that waits for a connection, in the order in which it came. */
function createLine() {
  const turns: Turn[] = []

  return {
    get length() {
      return turns.length
    },
    wait(withinMs: number): Promise<Held> {
      return new Promise((resolve, reject) => {
        const cancel = setDeadline(
          () =>
            turn.refuse(noneCame(coded(CONNECT_TIMEOUT, `No connection within ${Math.round(withinMs)} ms`))),
          withinMs,
        )
        function leave(): void {
          cancel()
          const at = turns.indexOf(turn)
          if (at !== -1) turns.splice(at, 1)
        }
        const turn: Turn = {
          give(held) {
            leave()
            resolve(held)
          },
          refuse(error) {
            leave()
            reject(error)
          },
        }
        turns.push(turn)
      })
    },
    /** False where nobody waits. */
    giveFirst(held: Held): boolean {
      const [first] = turns
      first?.give(held)
      return first !== undefined
    },
    refuseFirst(cause: unknown): void {
      turns[0]?.refuse(noneCame(cause))
    },
    refuseAll(message: string): void {
      for (const turn of [...turns]) turn.refuse(new NoConnection(message))
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
