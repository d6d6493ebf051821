import type { Statement } from '@cairn/postgres/pool/caller'
import { type DatabasePlan, type Plan, planRequest, withKnownTimeZone } from './plan/plan.ts'
import type { RequestLimits } from './plan/read.ts'
import type { ApiRequest } from './request/api-request.ts'
import type { HttpRequest } from './request/http-request.ts'
import { parseRequest } from './request/parse.ts'
import type { SchemaCache } from './schema-cache/schema-cache.ts'
import { statementOf } from './sql/statement.ts'

/** A request with everything that is known before the database is asked. */
export type Prepared =
  | { request: ApiRequest; plan: DatabasePlan; statement: Statement }
  | { request: ApiRequest; plan: Exclude<Plan, DatabasePlan>; statement: null }

export interface PrepareOptions {
  schemas: readonly string[]
  rollback: boolean
  limits: RequestLimits
}

/** Is told when a step of a request is done. */
export type OnStep = (step: 'parse' | 'plan') => void

/** Parse, plan and SQL: the pure steps. */
export function prepare(
  cache: SchemaCache,
  http: HttpRequest,
  options: PrepareOptions,
  onStep: OnStep = () => {},
): Prepared {
  const { schemas, rollback, limits } = options
  const request = withKnownTimeZone(cache, parseRequest(http, schemas, rollback))
  onStep('parse')
  const plan = planRequest(cache, request, limits)
  if (plan.kind === 'describe' || plan.kind === 'inspect') return { request, plan, statement: null }
  const wanted = { body: request.method !== 'HEAD', count: request.preferences.count !== null }
  const statement = statementOf(plan, wanted)
  onStep('plan')
  return { request, plan, statement }
}

/** The headers on which the plan of a request without a body depends. */
const PLAN_HEADERS = ['accept', 'accept-profile', 'prefer', 'range']
const MAX_CACHED = 500
const LONGEST_KEY = 2_000

/**
 * Prepares requests, and caches the result for those without a body, because the same lists are read again and again.
 * The
 * cache of a schema is dropped with the schema.
 */
export function cachedPrepare(
  options: PrepareOptions,
): (cache: SchemaCache, http: HttpRequest, onStep?: OnStep) => Prepared {
  const bySchema = new WeakMap<SchemaCache, Map<string, Prepared>>()
  return (cache, http, onStep) => {
    const key = keyOf(http)
    if (key === null) return prepare(cache, http, options, onStep)
    const known = bySchema.get(cache) ?? new Map<string, Prepared>()
    bySchema.set(cache, known)
    const found = known.get(key) ?? prepare(cache, http, options, onStep)
    // A Map keeps the order of insertion: the least recently used entry comes first.
    known.delete(key)
    known.set(key, found)
    const [oldest] = known.keys()
    if (known.size > MAX_CACHED && oldest !== undefined) known.delete(oldest)
    return found
  }
}

function keyOf({ method, url, headers }: HttpRequest): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  // As JSON the parts stay apart, whatever characters they hold.
  const key = JSON.stringify([method, url, ...PLAN_HEADERS.map((name) => headers.get(name))])
  return key.length > LONGEST_KEY ? null : key
}
