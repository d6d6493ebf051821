import { mediaTypeNotAvailable, unknownPreferences } from '../errors/request-errors.ts'
import { functionNotFound, tableNotFound } from '../errors/schema-errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import { inSchema, type Table } from '../schema-cache/relation.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'
import { type CallPlan, planCall } from './call.ts'
import { type AnswerFormat, chooseFormat, wholeOf } from './format.ts'
import { type MutatePlan, planMutation } from './mutate.ts'
import { planRead, type RequestLimits } from './read.ts'
import type { ReadPlan } from './read-plan.ts'

/** The plan of a request, checked against the schema: every table, column, relationship and function in it exists. */
export type Plan =
  | DatabasePlan
  /** Lists the tables and functions of a schema that the caller may use. */
  | { kind: 'inspect'; schema: string }
  /** Answered without the database: the methods of a resource. */
  | { kind: 'describe'; methods: readonly string[] }

/** The work of one statement over tables and functions. */
export type DatabasePlan = { kind: 'read'; read: ReadPlan; format: AnswerFormat } | MutatePlan | CallPlan

/** Compares a request with the schema. Throws the protocol's error for names that do not exist. */
export function planRequest(cache: SchemaCache, request: ApiRequest, limits: RequestLimits): Plan {
  const { resource, schema } = request
  if (resource.kind === 'root') return planRoot(request)
  if (resource.kind === 'function') {
    if (request.action !== 'describe') return planCall(cache, resource.name, request, limits)
    return { kind: 'describe', methods: functionMethods(cache, schema, resource.name) }
  }
  const table = findTable(cache, schema, resource.name)
  switch (request.action) {
    case 'describe':
      return { kind: 'describe', methods: tableMethods(table) }
    case 'insert':
    case 'put':
    case 'update':
    case 'delete':
      return planMutation(cache, table, request, limits)
    default: {
      const format = chooseFormat(cache, request.accept, {
        whole: wholeOf(request, table),
        plans: limits.plans,
      })
      return { kind: 'read', read: planRead(cache, table, request, limits), format }
    }
  }
}

/** Hours, and minutes where given; Postgres reads the sign as POSIX does. */
const TIME_OFFSET = /^[+-]?(?:[01]?\d|2[0-3])(?::[0-5]\d)?$/

/** Leaves an unknown time zone out, or throws under `handling=strict`. */
export function withKnownTimeZone({ timeZones }: SchemaCache, request: ApiRequest): ApiRequest {
  const { handling, timeZone } = request.preferences
  if (timeZone === null || timeZones.has(timeZone) || TIME_OFFSET.test(timeZone)) return request
  if (handling === 'strict') throw unknownPreferences([`timezone=${timeZone}`])
  return { ...request, preferences: { ...request.preferences, timeZone: null } }
}

const DESCRIPTIONS = ['application/openapi+json', 'application/json', 'application/*', '*/*']

function planRoot({ action, accept, schema }: ApiRequest): Plan {
  if (action === 'describe') return { kind: 'describe', methods: ['OPTIONS', 'GET', 'HEAD'] }
  const types = accept.map(({ type }) => type)
  if (!types.some((type) => DESCRIPTIONS.includes(type))) throw mediaTypeNotAvailable(types)
  return { kind: 'inspect', schema }
}

function findTable(cache: SchemaCache, schema: string, name: string): Table {
  const table = inSchema(cache.tables, schema, name)
  if (table === undefined) throw tableNotFound(schema, name, cache.tables.get(schema)?.values() ?? [])
  return table
}

function tableMethods({ insertable, updatable, deletable, primaryKey }: Table): string[] {
  return [
    'OPTIONS',
    'GET',
    'HEAD',
    ...(insertable ? ['POST'] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(updatable ? ['PATCH'] : []),
    ...(deletable ? ['DELETE'] : []),
  ]
}

function functionMethods(cache: SchemaCache, schema: string, name: string): string[] {
  const sameName = inSchema(cache.functions, schema, name)
  if (sameName === undefined) {
    throw functionNotFound({ schema, name, functions: cache.functions.get(schema) ?? new Map() })
  }
  const reads = sameName.some(({ readOnly }) => readOnly)
  return reads ? ['OPTIONS', 'GET', 'HEAD', 'POST'] : ['OPTIONS', 'POST']
}
