import { asCaller, type Caller, type Row } from '@cairn/postgres/as-caller'
import { postgresFailure } from '@cairn/postgres/errors'
import type { Pool } from '@cairn/postgres/pool'
import { z } from 'zod'
import { type Outcome, requireExpected, writes } from './outcome.ts'
import { fromPostgres } from './postgres-errors.ts'
import type { ApiRequest } from './request/api-request.ts'
import type { DataApiRequest } from './request/parse.ts'
import { type DatabasePlan, statementOf } from './sql/statement.ts'

const outcomeRow = z.object({
  rows: z.string(),
  total: z.string().nullable(),
  body: z.string().nullable(),
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
  pool: Pool,
  caller: Caller,
  http: DataApiRequest,
  request: ApiRequest,
  plan: DatabasePlan,
): Promise<Outcome> {
  const readOnly = !writes(plan)
  const statement = statementOf(plan, {
    shape: request.shape,
    body: request.method !== 'HEAD',
    count: request.preferences.count !== null,
  })
  const accept = (rows: readonly Row[]) => requireExpected(request, plan, outcomeOf(rows))
  const mustAccept = !readOnly && mayRefuse(request)
  try {
    const rows = await asCaller(pool, caller, {
      statement,
      readOnly,
      request: { method: http.method, path: pathOf(http.url), headers: http.forwardedHeaders },
      ...(mustAccept ? { accept } : {}),
    })
    const outcome = outcomeOf(rows)
    requireExpected(request, plan, outcome)
    return outcome
  } catch (error) {
    const failure = postgresFailure(error)
    throw failure === null ? error : fromPostgres(failure, caller.role, error)
  }
}

/** Only these wishes can undo a write: others save a round trip by not waiting for the verdict. */
function mayRefuse({ shape, preferences }: ApiRequest): boolean {
  return shape.single || (preferences.handling === 'strict' && preferences.maxAffected !== null)
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
