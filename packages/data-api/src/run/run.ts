import { asCaller } from '@cairn/postgres/pool/as-caller'
import type { Caller, CallerWork, Row, Statement } from '@cairn/postgres/pool/caller'
import type { Pool } from '@cairn/postgres/pool/pool'
import { type PostgresFailure, postgresFailure } from '@cairn/postgres/wire/errors'
import { z } from 'zod'
import { fromPostgres } from '../errors/postgres-errors.ts'
import type { Answer } from '../idempotency/answer.ts'
import {
  answerAgain,
  findAnswer,
  type IdempotencyFunctions,
  type KeyedRequest,
  keepAnswer,
} from '../idempotency/kept-answers.ts'
import type { DatabasePlan } from '../plan/plan.ts'
import { type ApiRequest, addressOf } from '../request/api-request.ts'
import type { HttpRequest } from '../request/http-request.ts'
import type { QualifiedName } from '../schema-cache/relation.ts'
import { INSPECT } from '../sql/inspect.ts'
import { identifier, qualified } from '../sql/writer.ts'
import { mayBeRefused, type Outcome, onlyReads, requireExpected, writes } from './outcome.ts'

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
 * Runs the one statement of a plan as its caller: the only step that waits. A mutation whose outcome the request does
 * not allow is rolled back.
 *
 * Throws `ApiError` where Postgres refuses; passes `DatabaseUnavailable` through.
 */
export async function run(context: RunContext, plan: DatabasePlan, statement: Statement): Promise<Outcome> {
  const { request } = context
  const readOnly = !writes(plan)
  const accept = (rows: readonly Row[]) => requireExpected(request, plan, outcomeOf(rows))
  const mustAccept = !readOnly && plan.format.kind !== 'plan' && mayBeRefused(request, plan)
  const rows = await ask(context, {
    statement,
    readOnly,
    byReplica: onlyReads(plan),
    undo: request.preferences.tx === 'rollback',
    ...(mustAccept ? { accept } : {}),
  })
  if (plan.format.kind === 'plan') return explained(rows)
  const outcome = outcomeOf(rows)
  requireExpected(request, plan, outcome)
  return outcome
}

/** A write that must be done only once. */
interface OnceWork {
  plan: DatabasePlan
  statement: Statement
  functions: IdempotencyFunctions
  keyed: KeyedRequest
  /** Turns the outcome of the statement into the response. An error that it throws rolls back. */
  answer: (outcome: Outcome) => Answer
}

/** Runs a write once: returns the stored response, or creates one, which is committed with the write. */
export async function runOnce(
  context: RunContext,
  { plan, statement, functions, keyed, answer }: OnceWork,
): Promise<Answer> {
  const { request } = context
  // A transaction that lost against another one is repeated, and decides again.
  const given: { answer: Answer | null } = { answer: null }
  await ask(context, {
    statement,
    readOnly: false,
    undo: request.preferences.tx === 'rollback',
    once: {
      find: findAnswer(functions, keyed),
      isAnswer(rows) {
        given.answer = answerAgain(rows)
        return given.answer !== null
      },
      keep(rows) {
        const outcome = outcomeOf(rows)
        requireExpected(request, plan, outcome)
        given.answer = answer(outcome)
        return keepAnswer(functions, keyed, given.answer)
      },
    },
  })
  if (given.answer === null) throw new Error('A request that was done has no answer.')
  return given.answer
}

const planLine = z.record(z.string(), z.unknown()).transform((row) =>
  Object.values(row)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(''),
)

/**
 * The outcome of a query plan. It comes as one column: JSON in one row, text in one row for each line. Where the
 * transaction is rolled back, the driver has parsed the JSON already.
 */
function explained(rows: readonly Row[]): Outcome {
  const body = z.array(planLine).parse(rows).join('\n')
  return { rows: 1, total: null, body, status: null, headers: null, inserted: null, location: null }
}

const described = z.object({ answer: z.string() })

/** Queries the objects of a schema that the caller may use. Returns JSON (see `INSPECT`). */
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
  /** Schemas that are searched after the one of the request. */
  extraSearchPath: readonly string[]
  /** The function that is called before each request, as its caller; null without one. */
  preRequest: QualifiedName | null
  /** The role in which the request is done instead of the caller's; null for that of the caller. */
  role: string | null
  request: ApiRequest
  /** Puts a refusal into the names that the caller knows. */
  named: (failure: PostgresFailure) => PostgresFailure
}

/** The search path of a connection by default. */
const USUAL_SEARCH_PATH = identifier('public')

async function ask(
  { pool, caller, http, extraSearchPath, preRequest, role, request, named }: RunContext,
  work: Omit<CallerWork, 'request' | 'settings'>,
): Promise<readonly Row[]> {
  const { timeZone } = request.preferences
  const searched = [...new Set([request.schema, ...extraSearchPath])].map(identifier).join(', ')
  const settings = {
    ...(searched === USUAL_SEARCH_PATH ? {} : { search_path: searched }),
    ...(timeZone === null ? {} : { timezone: timeZone }),
  }
  try {
    return await asCaller(pool, caller, {
      ...work,
      settings,
      ...(role !== null && { role }),
      ...(preRequest && { first: `select ${qualified(preRequest)}()` }),
      request: { method: request.method, path: addressOf(request.resource), headers: http.forwardedHeaders },
    })
  } catch (error) {
    const failure = postgresFailure(error)
    throw failure === null ? error : fromPostgres(named(failure), caller.role, error)
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
