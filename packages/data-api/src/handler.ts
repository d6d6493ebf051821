import type { Caller } from '@cairn/postgres/pool/caller'
import type { Pool } from '@cairn/postgres/pool/pool'
import type { PostgresFailure } from '@cairn/postgres/wire/errors'
import { ApiError } from './errors/api-error.ts'
import { nobodysIdempotencyKey } from './errors/request-errors.ts'
import { isNotFound, schemaNotRead } from './errors/schema-errors.ts'
import { type SizedResponse, toResponse } from './idempotency/answer.ts'
import type { IdempotencyFunctions, KeyedRequest } from './idempotency/kept-answers.ts'
import { fingerprintOf, idempotencyKeyOf } from './idempotency/key.ts'
import { cachedPrepare } from './prepare.ts'
import type { HttpRequest } from './request/http-request.ts'
import { describeSchema } from './respond/openapi.ts'
import { respond, respondDescription, respondError, respondMethods } from './respond/respond.ts'
import { createTiming } from './respond/timing.ts'
import { inNamesOfViews } from './run/names-of-views.ts'
import { type Outcome, writes } from './run/outcome.ts'
import { inspect, run, runOnce } from './run/run.ts'
import type { QualifiedName } from './schema-cache/relation.ts'
import { watchSchema } from './schema-cache/watch-schema.ts'

export interface DataApiOptions {
  /** Connections as the authenticator. */
  pool: Pool
  /** The schemas that requests may name; the first is the default. */
  schemas: readonly string[]
  /** The maximum number of rows of a response, and of each embedded resource. */
  maxRows: number
  /** Schemas whose functions, types and operators need no prefix, after the schema of the request. */
  extraSearchPath?: readonly string[]
  /** Whether aggregates (`sum`, `count`, …) may be selected. Off by default. */
  aggregates?: boolean
  /** Whether `Prefer: tx=rollback` undoes a request, for tests. Off by default. */
  rollback?: boolean
  /** The function that is called before each request, as its caller: `schema.name`, or a name of the first schema. */
  preRequest?: string | null
  /** How callers are held to the scopes of their token. Without it scopes limit nobody. */
  scoped?: Scoped
  /** The functions that store responses by their `Idempotency-Key`. Without them, the header has no effect. */
  idempotency?: IdempotencyFunctions
  /** Whether a request without a filter may change or delete all of a table. Off by default. */
  unfiltered?: boolean
  /** Whether responses report in `Server-Timing` how long each step took. Off by default. */
  serverTiming?: boolean
  /** Where the API is mounted, for its description. */
  basePath?: string
  /** Called with the events for the operator's log. */
  observe: (event: DataApiEvent) => void
}

/** How callers are held to scopes whose token has some: the claim `scope` or `client_id`, or an opaque token. */
interface Scoped {
  /** A member of `authenticated`, which they are from the first statement on: policies about scopes are for it. */
  role: string
  /** The function that is called instead of `preRequest`: it refuses what their scopes do not name at all. */
  preRequest: string
}

export type DataApiEvent =
  | DataApiFailure
  /** Reading the schema again failed: requests are answered by the schema that was read before. */
  | { kind: 'schema-not-read'; cause: unknown }

/** A response of 500 and above, and its cause. */
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
   * Answers a request on behalf of a caller. Refusals are responses too; only `DatabaseUnavailable` and unforeseen
   * errors are thrown.
   */
  handle(request: HttpRequest, caller: Caller): Promise<SizedResponse>
  /** Reads the schema again, after migrations. Requests in flight keep the schema that they began with. */
  reloadSchema(): Promise<void>
}

/** Whether the token of a script or an app limits a user by scopes, even if its list of scopes is empty. */
const isScoped = ({ role, claims, tokenHash }: Caller) =>
  role === 'authenticated' &&
  (tokenHash !== undefined || claims['scope'] !== undefined || claims['client_id'] !== undefined)

/** The function that a setting names: `schema.name`, or a name of the first schema. */
function functionNamed(text: string | null, [first = 'public']: readonly string[]): QualifiedName | null {
  if (text === null) return null
  const dot = text.indexOf('.')
  return dot === -1
    ? { schema: first, name: text }
    : { schema: text.slice(0, dot), name: text.slice(dot + 1) }
}

/**
 * The request with its idempotency key; null without one. Throws the refusal of a key under which no response could be
 * found again.
 */
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
  const {
    extraSearchPath = ['public'],
    unfiltered = false,
    serverTiming = false,
    scoped,
    idempotency,
  } = options
  const preRequest = functionNamed(options.preRequest ?? null, schemas)
  const asThemselves = { preRequest, role: null }
  const asScoped =
    scoped === undefined
      ? asThemselves
      : { preRequest: functionNamed(scoped.preRequest, schemas), role: scoped.role }
  const schema = await watchSchema(pool, schemas, (cause) => observe({ kind: 'schema-not-read', cause }))
  const limits = { maxRows, aggregates, unfiltered }
  const prepare = cachedPrepare({ schemas, rollback, limits })
  // A plan reveals how many rows others have: only the operator's key may see one.
  const prepareForOperator = cachedPrepare({ schemas, rollback, limits: { ...limits, plans: true } })

  async function answer(http: HttpRequest, caller: Caller): Promise<SizedResponse> {
    const cache = schema.current()
    const timing = serverTiming ? createTiming(http.authenticatedInMs) : null
    const prepareFor = caller.role === 'service_role' ? prepareForOperator : prepare
    const { request, plan, statement } = prepareFor(cache, http, timing?.done)
    const held = isScoped(caller) ? asScoped : asThemselves
    const named = (failure: PostgresFailure) => inNamesOfViews(cache, request, failure)
    const context = { pool, caller, http, request, extraSearchPath, named, ...held }
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
