import type { Caller } from '@cairn/postgres/pool/caller'
import type { Pool } from '@cairn/postgres/pool/pool'
import { ApiError } from './errors/api-error.ts'
import { nobodysIdempotencyKey } from './errors/request-errors.ts'
import { isNotFound, schemaNotRead } from './errors/schema-errors.ts'
import { toResponse } from './idempotency/answer.ts'
import type { IdempotencyFunctions, KeyedRequest } from './idempotency/kept-answers.ts'
import { fingerprintOf, idempotencyKeyOf } from './idempotency/key.ts'
import { cachedPrepare } from './prepare.ts'
import type { HttpRequest } from './request/http-request.ts'
import { describeSchema } from './respond/openapi.ts'
import { respond, respondDescription, respondError, respondMethods } from './respond/respond.ts'
import { createTiming } from './respond/timing.ts'
import { type Outcome, writes } from './run/outcome.ts'
import { inspect, run, runOnce } from './run/run.ts'
import type { QualifiedName } from './schema-cache/relation.ts'
import { watchSchema } from './schema-cache/watch-schema.ts'

export interface DataApiOptions {
  /** Connections as the authenticator. */
  pool: Pool
  /** The schemas that requests may name; the first is the default. */
  schemas: readonly string[]
  /** The most rows of an answer, and of each embedded resource. */
  maxRows: number
  /** Schemas whose functions, types and operators need no name before them, after the schema of the request. */
  extraSearchPath?: readonly string[]
  /** Whether aggregates (`sum`, `count`, …) may be selected. Off by default. */
  aggregates?: boolean
  /** Whether `Prefer: tx=rollback` undoes a request, for tests. Off by default. */
  rollback?: boolean
  /** The function that is called before each request, as its caller: `schema.name`, or a name of the first schema. */
  preRequest?: string | null
  /**
   * The same for callers whose token has a scope (the claim `scope` or `client_id`, or an opaque token), in its place:
   * whether their scope names the table or procedure at all.
   */
  preRequestOfScoped?: string | null
  /** What keeps answers by their `Idempotency-Key`. Without it, the header says nothing. */
  idempotency?: IdempotencyFunctions
  /** Whether a request that names no rows may change or delete all of a table. Off by default. */
  unfiltered?: boolean
  /** Whether answers say in `Server-Timing` how long each step took. Off by default. */
  serverTiming?: boolean
  /** Where the API is mounted, for its description. */
  basePath?: string
  /** Called with what an operator should know of, for the log. */
  observe: (event: DataApiEvent) => void
}

export type DataApiEvent =
  | DataApiFailure
  /** The schema was to be read again, and that failed: requests are answered by what was read before. */
  | { kind: 'schema-not-read'; cause: unknown }

/** An answer of 500 and above, and its cause. */
interface DataApiFailure {
  kind: 'data-api-failure'
  /** The id of the request. */
  id: string
  status: number
  code: string
  cause: unknown
}

export interface DataApi {
  /**
   * Answers one request on behalf of a caller. Refusals are responses too; only `DatabaseUnavailable` and unforeseen
   * errors are thrown.
   */
  handle(request: HttpRequest, caller: Caller): Promise<Response>
  /** Reads the schema again, after migrations. Requests in flight keep what they began with. */
  reloadSchema(): Promise<void>
}

/** The token of an app has a scope, be it that none is written in it. */
const isScoped = ({ claims, tokenHash }: Caller) =>
  tokenHash !== undefined || claims['scope'] !== undefined || claims['client_id'] !== undefined

/** The function of a setting: `schema.name`, or a name of the first schema. */
function functionNamed(text: string | null, [first = 'public']: readonly string[]): QualifiedName | null {
  if (text === null) return null
  const dot = text.indexOf('.')
  return dot === -1
    ? { schema: first, name: text }
    : { schema: text.slice(0, dot), name: text.slice(dot + 1) }
}

/** A request with a key; null without one. Throws the refusal of a key that nobody could find again. */
function keyedRequest(http: HttpRequest, { role }: Caller): KeyedRequest | null {
  const key = idempotencyKeyOf(http)
  if (key === null) return null
  if (role !== 'authenticated') throw nobodysIdempotencyKey()
  return { key, fingerprint: fingerprintOf(http) }
}

/**
 * Opens the PostgREST protocol over a database: parse → plan → SQL → run as the caller → respond.
 *
 *     const api = await createDataApi({ pool, schemas: ['public'], maxRows: 1_000, observe })
 *     await api.handle({ id, method: 'GET', url: '/systems?select=id', headers, body: null, forwardedHeaders: {} }, caller)
 */
export async function createDataApi(options: DataApiOptions): Promise<DataApi> {
  const { pool, schemas, maxRows, aggregates = false, rollback = false, basePath = '/', observe } = options
  const { extraSearchPath = ['public'], unfiltered = false, serverTiming = false, idempotency } = options
  const preRequest = functionNamed(options.preRequest ?? null, schemas)
  const ofScoped = functionNamed(options.preRequestOfScoped ?? null, schemas) ?? preRequest
  const schema = await watchSchema(pool, schemas, (cause) => observe({ kind: 'schema-not-read', cause }))
  const limits = { maxRows, aggregates, unfiltered }
  const prepare = cachedPrepare({ schemas, rollback, limits })
  // A plan tells how much others have: only the operator's key may see one.
  const prepareForOperator = cachedPrepare({ schemas, rollback, limits: { ...limits, plans: true } })

  async function answer(http: HttpRequest, caller: Caller): Promise<Response> {
    const cache = schema.current()
    const timing = serverTiming ? createTiming(http.authenticatedInMs) : null
    const prepareFor = caller.role === 'service_role' ? prepareForOperator : prepare
    const { request, plan, statement } = prepareFor(cache, http, timing?.done)
    const first = isScoped(caller) ? ofScoped : preRequest
    const context = { pool, caller, http, request, extraSearchPath, preRequest: first }
    if (statement !== null) {
      const answerOf = (outcome: Outcome) => respond(request, plan, outcome)
      const keyed = writes(plan) && idempotency !== undefined ? keyedRequest(http, caller) : null
      const answer =
        keyed === null || idempotency === undefined
          ? answerOf(await run(context, plan, statement))
          : await runOnce(context, { plan, statement, functions: idempotency, keyed, answer: answerOf })
      timing?.done('transaction')
      const response = toResponse(answer)
      timing?.show(response)
      return response
    }
    if (plan.kind === 'describe') return respondMethods(plan.methods)
    const found = await inspect(context)
    return respondDescription(request, describeSchema(cache, plan.schema, found, basePath))
  }

  return {
    async handle(http, caller) {
      try {
        return await answer(http, caller)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (isNotFound(error) && schema.isStale()) {
          schema.retry()
          return respondError(schemaNotRead(error), http.method, caller.role)
        }
        const { status, code, cause = error } = error
        if (status >= 500) observe({ kind: 'data-api-failure', id: http.id, status, code, cause })
        return respondError(error, http.method, caller.role)
      }
    },
    reloadSchema: schema.reload,
  }
}
