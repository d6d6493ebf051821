import { asCaller, type Caller, type CallerWork, type Row, type Statement } from '@cairn/postgres/as-caller'
import { postgresFailure } from '@cairn/postgres/errors'
import type { Pool } from '@cairn/postgres/pool'
import { z } from 'zod'
import { fromPostgres } from '../errors/postgres-errors.ts'
import type { DatabasePlan } from '../plan/plan.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { HttpRequest } from '../request/http-request.ts'
import { INSPECT } from '../sql/inspect.ts'
import { identifier } from '../sql/writer.ts'
import { mayBeRefused, type Outcome, requireExpected, writes } from './outcome.ts'

const outcomeRow = z.object({
  rows: z.string(),
  total: z.string().nullable(),
  body: z.union([z.string(), z.instanceof(Uint8Array<ArrayBuffer>)]).nullable(),
  status: z.string().nullable(),
  headers: z.string().nullable(),
  inserted: z.string().nullable(),
  location: z.string().nullable(),
})

/**
 * Runs the one statement of a plan as its caller: the only step that waits. A mutation whose outcome is not what the
 * request allows is rolled back.
 *
 * Throws `ApiError` for what Postgres refuses; lets `DatabaseUnavailable` pass.
 */
export async function run(
  { pool, caller, http, defaultSchema, request }: RunContext,
  plan: DatabasePlan,
  statement: Statement,
): Promise<Outcome> {
  const readOnly = !writes(plan)
  const accept = (rows: readonly Row[]) => requireExpected(request, plan, outcomeOf(rows))
  const mustAccept = !readOnly && mayBeRefused(request, plan)
  const rows = await ask(
    { pool, caller, http, defaultSchema, request },
    {
      statement,
      readOnly,
      undo: request.preferences.tx === 'rollback',
      ...(mustAccept ? { accept } : {}),
    },
  )
  const outcome = outcomeOf(rows)
  requireExpected(request, plan, outcome)
  return outcome
}

const described = z.object({ answer: z.string() })

/** Asks what a schema holds for the caller. Returns JSON (see `INSPECT`). */
export async function inspect(run: RunContext): Promise<string> {
  const [row] = await ask(run, {
    statement: { text: INSPECT, values: [run.request.schema], asTexts: true },
    readOnly: true,
  })
  return described.parse(row).answer
}

/** A request, its caller and the pool that it runs on. */
export interface RunContext {
  pool: Pool
  caller: Caller
  http: HttpRequest
  /** The schema that is in the search path of every connection. */
  defaultSchema: string | undefined
  request: ApiRequest
}

async function ask(
  { pool, caller, http, defaultSchema, request }: RunContext,
  work: Omit<CallerWork, 'request' | 'settings'>,
): Promise<readonly Row[]> {
  const { timeZone } = request.preferences
  const settings = {
    ...(request.schema === defaultSchema ? {} : { search_path: `${identifier(request.schema)}, public` }),
    ...(timeZone === null ? {} : { timezone: timeZone }),
  }
  try {
    return await asCaller(pool, caller, {
      ...work,
      settings,
      request: { method: http.method, path: pathOf(http.url), headers: http.forwardedHeaders },
    })
  } catch (error) {
    const failure = postgresFailure(error)
    throw failure === null ? error : fromPostgres(failure, caller.role, error)
  }
}

function outcomeOf(rows: readonly Row[]): Outcome {
  const row = outcomeRow.parse(rows[0])
  return {
    rows: Number(row.rows),
    total: row.total === null ? null : Number(row.total),
    body: row.body,
    status: row.status,
    headers: row.headers,
    inserted: row.inserted === null ? null : Number(row.inserted),
    location: row.location === null ? null : z.array(z.string().nullable()).parse(JSON.parse(row.location)),
  }
}

function pathOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}
