import type { Caller } from '@cairn/postgres/as-caller'
import type { Pool } from '@cairn/postgres/pool'
import { ApiError } from './errors/api-error.ts'
import { cachedPrepare } from './prepare.ts'
import type { HttpRequest } from './request/http-request.ts'
import { describeSchema } from './respond/openapi.ts'
import { respond, respondDescription, respondError, respondMethods } from './respond/respond.ts'
import { inspect, run } from './run/run.ts'
import { watchSchema } from './schema-cache/watch-schema.ts'

export interface DataApiOptions {
  /** Connections as the authenticator. */
  pool: Pool
  /** The schemas that requests may name; the first is the default. */
  schemas: readonly string[]
  /** The most rows of an answer, and of each embedded resource. */
  maxRows: number
  /** Whether aggregates (`sum`, `count`, …) may be selected. Off by default. */
  aggregates?: boolean
  /** Whether `Prefer: tx=rollback` undoes a request, for tests. Off by default. */
  rollback?: boolean
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
export interface DataApiFailure {
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

/**
 * Opens the PostgREST protocol over a database: parse → plan → SQL → run as the caller → respond.
 *
 *     const api = await createDataApi({ pool, schemas: ['public'], maxRows: 1_000, observe })
 *     await api.handle({ id, method: 'GET', url: '/systems?select=id', headers, body: null, forwardedHeaders: {} }, caller)
 */
export async function createDataApi(options: DataApiOptions): Promise<DataApi> {
  const { pool, schemas, maxRows, aggregates = false, rollback = false, basePath = '/', observe } = options
  const schema = await watchSchema(pool, schemas, (cause) => observe({ kind: 'schema-not-read', cause }))
  const prepare = cachedPrepare({ schemas, rollback, limits: { maxRows, aggregates } })

  async function answer(http: HttpRequest, caller: Caller): Promise<Response> {
    const cache = schema.current()
    const { request, plan, statement } = prepare(cache, http)
    const context = { pool, caller, http, request, defaultSchema: schemas[0] }
    if (statement !== null) return respond(request, plan, await run(context, plan, statement))
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
        const { status, code, cause = error } = error
        if (status >= 500) observe({ kind: 'data-api-failure', id: http.id, status, code, cause })
        return respondError(error, http.method, caller.role)
      }
    },
    reloadSchema: schema.reload,
  }
}
