import type { Caller } from '@cairn/postgres/as-caller'
import type { Pool } from '@cairn/postgres/pool'
import { ApiError } from './errors.ts'
import { planRequest } from './plan/plan.ts'
import { type DataApiRequest, parseRequest } from './request/parse.ts'
import { respond, respondError, respondMethods } from './respond/respond.ts'
import { run } from './run.ts'
import { introspect } from './schema-cache/introspect.ts'

export interface DataApiOptions {
  /** Connections as the authenticator. */
  pool: Pool
  /** The schemas that requests may name; the first is meant where they name none. */
  schemas: readonly string[]
  /** Rows of one answer, and of each embedded resource, at the most. */
  maxRows: number
  /** Hears of refusals that are the server's own fault. */
  observe?: (failure: DataApiFailure) => void
}

export interface DataApiFailure {
  kind: 'data-api-failure'
  status: number
  code: string
  cause: unknown
}

export interface DataApi {
  /**
   * Answers one request on behalf of a caller. Refusals are responses too; only `DatabaseUnavailable` and what nobody
   * foresaw are thrown.
   */
  handle(request: DataApiRequest, caller: Caller): Promise<Response>
  /** Reads the schema again, after migrations. Requests in flight keep what they began with. */
  reloadSchema(): Promise<void>
}

/**
 * Opens the PostgREST protocol over a database: parse → plan → SQL → run as the caller → respond.
 *
 *     const api = await createDataApi({ pool, schemas: ['public'], maxRows: 1_000 })
 *     await api.handle({ method: 'GET', url: '/systems?select=id', headers, body: null, forwardedHeaders: {} }, caller)
 */
export async function createDataApi({ pool, schemas, maxRows, observe }: DataApiOptions): Promise<DataApi> {
  let cache = await introspect(pool, schemas)

  async function answer(http: DataApiRequest, caller: Caller): Promise<Response> {
    const request = parseRequest(http, schemas)
    const plan = planRequest(cache, request, maxRows)
    if (plan.kind === 'describe') return respondMethods(plan.methods)
    return respond(request, plan, await run(pool, caller, http, request, plan))
  }

  return {
    async handle(http, caller) {
      try {
        return await answer(http, caller)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const { status, code, cause } = error
        if (status >= 500) observe?.({ kind: 'data-api-failure', status, code, cause })
        return respondError(error, http.method)
      }
    },
    async reloadSchema() {
      cache = await introspect(pool, schemas)
    },
  }
}
