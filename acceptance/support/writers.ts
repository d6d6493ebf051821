import type postgres from 'postgres'
import { z } from 'zod'
import type { Cairn, SignedIn } from './cairn.ts'
import { sendTo } from './raw-http.ts'

/** What a row may rightly look like: the last state that was answered for, and the one that was asked for since. */
interface Expected {
  sure: string | null
  asked: string | null
}

/** Clients that insert, change and delete systems as fast as they can, and remember every answer. */
export interface Writers {
  /** Resolves when this many writes more have been answered. */
  answered(count: number): Promise<void>
  /** Ends them; resolves when the last request has come back or failed. */
  stop(): Promise<void>
  /** Statuses that were answered, and the codes of requests that were not. */
  readonly outcomes: ReadonlySet<number | string>
  /** Names of systems whose state is neither what was answered nor what was asked for since. */
  contradictions(): Promise<string[]>
}

const created = z.array(z.object({ name: z.string() }))

/** Starts them, each with its own connections, all in the account of one member. */
export function startWriters(
  cairn: Cairn,
  member: SignedIn,
  { count, run }: { count: number; run: string },
): Writers {
  const expected = new Map<string, Expected>()
  const outcomes = new Set<number | string>()
  const arrivals = new EventTarget()
  let answers = 0
  let stopping = false

  /** One write of one or several rows, which are called `names` and read `state` when it has worked. */
  async function write(
    method: string,
    query: string,
    body: object | undefined,
    names: string[],
    state: string | null,
  ) {
    for (const name of names) expected.set(name, { sure: expected.get(name)?.sure ?? null, asked: state })
    try {
      const { status, text } = await sendTo(cairn.server.url, {
        method,
        path: `/rest/v1/systems?select=name${query}`,
        ...(body === undefined ? {} : { body }),
        headers: {
          apikey: cairn.server.publishableKey,
          authorization: `Bearer ${member.token}`,
          prefer: 'return=representation',
        },
      })
      outcomes.add(status)
      if (status >= 300 || created.parse(JSON.parse(text)).length !== names.length) return false
    } catch (error) {
      outcomes.add(error instanceof Error && 'code' in error ? String(error.code) : String(error))
      return false
    }
    for (const name of names) expected.set(name, { sure: state, asked: state })
    answers += 1
    arrivals.dispatchEvent(new Event('answer'))
    return true
  }

  async function work(writer: number): Promise<void> {
    for (let round = 0; !stopping; round += 1) {
      // Three rows in one request: all of them come into being, or none.
      const names = ['a', 'b', 'c'].map((row) => `${run} ${writer}-${round}-${row}`)
      const [first = '', second = ''] = names
      const rows = names.map((name) => ({ name, description: 'new' }))
      if (!(await write('POST', '', rows, names, 'new'))) continue
      if (
        !(await write(
          'PATCH',
          `&name=eq.${encodeURIComponent(first)}`,
          { description: 'changed' },
          [first],
          'changed',
        ))
      )
        continue
      await write('DELETE', `&name=eq.${encodeURIComponent(second)}`, undefined, [second], null)
    }
  }

  const working = Array.from({ length: count }, (_, writer) => work(writer))

  return {
    outcomes,
    answered(more) {
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
    async stop() {
      stopping = true
      await Promise.all(working)
    },
    contradictions: () => contradictionsIn(cairn.database, run, expected),
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
  const wrong = [...expected].filter(([name, { sure, asked }]) => {
    const found = actual.get(name) ?? null
    return found !== sure && found !== asked
  })
  const unknown = [...actual.keys()].filter((name) => !expected.has(name))
  return [...wrong.map(([name]) => name), ...unknown, ...halfWritten(expected, actual)]
}

/** Requests that nobody was answered for and that left some of their three rows. */
function halfWritten(expected: ReadonlyMap<string, Expected>, actual: ReadonlyMap<string, string>): string[] {
  const left = new Map<string, number>()
  for (const [name, { sure, asked }] of expected) {
    if (sure !== null || asked !== 'new') continue
    const request = name.slice(0, -2)
    left.set(request, (left.get(request) ?? 0) + (actual.has(name) ? 1 : 0))
  }
  return [...left].filter(([, rows]) => rows !== 0 && rows !== 3).map(([request]) => request)
}
