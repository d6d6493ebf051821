import { planRequest } from '@cairn/data-api/plan/plan'
import { parseRequest } from '@cairn/data-api/request/parse'
import type { SchemaCache } from '@cairn/data-api/schema-cache/schema-cache'
import { statementOf } from '@cairn/data-api/sql/statement'
import type { Statement } from '@cairn/postgres/pool/caller'
import postgres from 'postgres'
import type { Reader } from './arrange.ts'
import type { ScreenRequest } from './requests.ts'

interface Runs {
  /** How often it is measured. */
  times?: number
  /** How often it runs before. */
  warmUp?: number
  /** Whether finding nothing is an answer too, and no mistake of the arrangement. */
  mayBeEmpty?: boolean
  /** Whether it ends where the server would end it; it took infinitely long then. */
  isEnded?: boolean
}

/** As long as the server lets a statement of somebody signed in run. */
const STATEMENT_MS = 8_000

export const isEndedByTime = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.code === '57014'

/** Reading a smaller table from end to end is what a good planner does. */
const LARGE_TABLE_ROWS = 5_000

export interface Timing {
  /** Milliseconds of the quickest run: what the machine does besides shall not count. */
  ms: number
  /** Large tables that were read from end to end. */
  scanned: string[]
}

/** The statement that the data API makes of a request. */
export function statementFor(
  cache: SchemaCache,
  { method = 'GET', url, body, count }: ScreenRequest,
): Statement {
  const request = parseRequest(
    {
      method,
      url,
      headers: new Headers({ 'content-type': 'application/json' }),
      body: body === undefined ? null : JSON.stringify(body),
      id: 'bench',
      forwardedHeaders: {},
    },
    ['public'],
  )
  const plan = planRequest(cache, request, { maxRows: 1_000, aggregates: false })
  if (plan.kind !== 'read' && plan.kind !== 'call') throw new Error(`${url} neither reads nor calls.`)
  return statementOf(plan, { body: method !== 'HEAD', count: count === true })
}

/** Runs a statement again and again as its caller, and looks into the database's own count of scans. */
export async function timed(
  sql: postgres.Sql,
  statement: Statement,
  reader: Reader,
  runs: Runs = {},
): Promise<Timing> {
  try {
    return await run(sql, statement, reader, runs)
  } catch (error) {
    if (runs.isEnded === true && isEndedByTime(error)) return { ms: Number.POSITIVE_INFINITY, scanned: [] }
    throw error
  }
}

function run(
  sql: postgres.Sql,
  statement: Statement,
  reader: Reader,
  { times = 60, warmUp = 5, mayBeEmpty = false, isEnded = false }: Runs,
): Promise<Timing> {
  const claims = JSON.stringify({ role: 'authenticated', sub: reader.personId, aal: 'aal1' })
  return sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
    if (isEnded) await tx`select set_config('statement_timeout', ${STATEMENT_MS}::text, true)`
    const once = () => tx.unsafe(statement.text, [...statement.values], { prepare: true })
    for (let run = 0; run < warmUp; run += 1) {
      const [answer] = await once()
      if (!mayBeEmpty && answer?.['body'] === '[]') throw new Error(`Nothing was found: ${statement.text}`)
    }
    const took: number[] = []
    for (let run = 0; run < times; run += 1) {
      const began = performance.now()
      await once()
      took.push(performance.now() - began)
    }
    await tx`reset role`
    const scans = await tx<{ name: string }[]>`
      select s.relname as name
      from pg_stat_xact_user_tables s join pg_class c on c.oid = s.relid
      where s.schemaname in ('public', 'private') and s.seq_scan > 0 and c.reltuples > ${LARGE_TABLE_ROWS}
      order by 1`
    return {
      ms: Math.min(...took),
      scanned: scans.map(({ name }) => name),
    }
  })
}
