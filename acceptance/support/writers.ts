import type postgres from 'postgres'
import { z } from 'zod'
import type { Cairn, SignedIn } from './cairn.ts'
import { sendTo } from './raw-http.ts'

/** The two states in which a row may be: that of the last answered write, and that of a write without an answer yet. */
interface Expected {
  answered: string | null
  requested: string | null
}

/** Clients that insert, change and delete systems as fast as they can, and remember every answer. */
export interface Writers {
  /** Resolves when this many further writes have been answered. */
  answered(count: number): Promise<void>
  /** Stops the writers; resolves when the last request has been answered or failed. */
  stop(): Promise<void>
  /** Statuses of the answers, and error codes of requests without an answer. */
  readonly outcomes: ReadonlySet<number | string>
  /** The names of systems that are in neither of their two expected states. */
  contradictions(): Promise<string[]>
}

const created = z.array(z.object({ name: z.string() }))

/** Starts writers, each with its own connections, all in the account of one member. */
export function startWriters(
  cairn: Cairn,
  member: SignedIn,
  { count, run }: { count: number; run: string },
): Writers {
  const ledger = openLedger()
  let stopping = false
  const send = systemWriter(cairn, member, ledger)
  const writing = Array.from({ length: count }, (_, writer) =>
    writeOn(`${run} ${writer}`, send, () => stopping),
  )
  return {
    outcomes: ledger.outcomes,
    answered: ledger.answered,
    async stop() {
      stopping = true
      await Promise.all(writing)
    },
    contradictions: () => contradictionsIn(cairn.database, run, ledger.expected),
  }
}

/** A write of one or several systems. */
interface Write {
  method: 'POST' | 'PATCH' | 'DELETE'
  /** Names the rows in the address, where the body does not. */
  query?: string
  body?: object
  /** The systems that it touches. */
  names: readonly string[]
  /** Their description afterwards; null when they are deleted. */
  state: string | null
}

/** Keeps the record of requests and answers. */
function openLedger() {
  const expected = new Map<string, Expected>()
  const outcomes = new Set<number | string>()
  const arrivals = new EventTarget()
  let answers = 0
  return {
    expected,
    outcomes,
    requested({ names, state }: Write): void {
      for (const name of names)
        expected.set(name, { answered: expected.get(name)?.answered ?? null, requested: state })
    },
    done({ names, state }: Write): void {
      for (const name of names) expected.set(name, { answered: state, requested: state })
      answers += 1
      arrivals.dispatchEvent(new Event('answer'))
    },
    answered(more: number): Promise<void> {
      const wanted = answers + more
      return new Promise((resolve) => {
        const look = () => {
          if (answers < wanted) return
          arrivals.removeEventListener('answer', look)
          resolve()
        }
        arrivals.addEventListener('answer', look)
      })
    },
  }
}

type Send = (write: Write) => Promise<boolean>

/** Sends writes as the member and enters them in the ledger. Returns false when one was refused or not answered. */
function systemWriter(cairn: Cairn, member: SignedIn, ledger: ReturnType<typeof openLedger>): Send {
  const headers = {
    apikey: cairn.server.publishableKey,
    authorization: `Bearer ${member.token}`,
    prefer: 'return=representation',
  }
  return async (write) => {
    const { method, query = '', body, names } = write
    ledger.requested(write)
    try {
      const path = `/rest/v1/systems?select=name${query}`
      const message = { method, path, headers, ...(body === undefined ? {} : { body }) }
      const { status, text } = await sendTo(cairn.server.url, message)
      ledger.outcomes.add(status)
      if (status >= 300 || created.parse(JSON.parse(text)).length !== names.length) return false
    } catch (error) {
      ledger.outcomes.add(error instanceof Error && 'code' in error ? String(error.code) : String(error))
      return false
    }
    ledger.done(write)
    return true
  }
}

/** Adds three systems, changes the first and deletes the second, again and again. */
async function writeOn(prefix: string, send: Send, isStopping: () => boolean): Promise<void> {
  for (let round = 0; !isStopping(); round += 1) {
    // Three rows in one request: all of them are created, or none.
    const names = ['a', 'b', 'c'].map((row) => `${prefix}-${round}-${row}`)
    const [first = '', second = ''] = names
    const named = (name: string) => `&name=eq.${encodeURIComponent(name)}`
    const writes: Write[] = [
      { method: 'POST', body: names.map((name) => ({ name, description: 'new' })), names, state: 'new' },
      {
        method: 'PATCH',
        query: named(first),
        body: { description: 'changed' },
        names: [first],
        state: 'changed',
      },
      { method: 'DELETE', query: named(second), names: [second], state: null },
    ]
    for (const write of writes) if (!(await send(write))) break
  }
}

async function contradictionsIn(
  database: postgres.Sql,
  run: string,
  expected: ReadonlyMap<string, Expected>,
): Promise<string[]> {
  const rows = await database<{ name: string; description: string }[]>`
    select name, description from public.systems where name like ${`${run} %`}`
  const actual = new Map(rows.map(({ name, description }) => [name, description]))
  const wrong = [...expected].filter(([name, { answered, requested }]) => {
    const found = actual.get(name) ?? null
    return found !== answered && found !== requested
  })
  const unknown = [...actual.keys()].filter((name) => !expected.has(name))
  return [...wrong.map(([name]) => name), ...unknown, ...halfWritten(expected, actual)]
}

/** The requests without an answer that left some of their three rows, but not all. */
function halfWritten(expected: ReadonlyMap<string, Expected>, actual: ReadonlyMap<string, string>): string[] {
  const left = new Map<string, number>()
  for (const [name, { answered, requested }] of expected) {
    if (answered !== null || requested !== 'new') continue
    const request = name.slice(0, -2)
    left.set(request, (left.get(request) ?? 0) + (actual.has(name) ? 1 : 0))
  }
  return [...left].filter(([, rows]) => rows !== 0 && rows !== 3).map(([request]) => request)
}
