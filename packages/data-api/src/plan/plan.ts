import type { ApiRequest } from '../request/api-request.ts'
import { inSchema, type Table } from '../schema-cache/relation.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'
import { functionNotFound, tableNotFound } from '../schema-errors.ts'
import { type CallPlan, planCall } from './call.ts'
import { type MutatePlan, planMutation } from './mutate.ts'
import { planRead } from './read.ts'
import type { ReadPlan } from './read-plan.ts'

/** What to do, checked against the schema: every table, column, relationship and function in it exists. */
export type Plan =
  | { kind: 'read'; read: ReadPlan }
  | MutatePlan
  | CallPlan
  /** Answered without the database: which methods a resource has. */
  | { kind: 'describe'; methods: readonly string[] }

/** Compares a request with the schema. Throws the protocol's error for whatever does not exist. */
export function planRequest(cache: SchemaCache, request: ApiRequest, maxRows: number): Plan {
  const { resource, schema } = request
  if (resource.kind === 'function') {
    if (request.action !== 'describe') return planCall(cache, resource.name, request, maxRows)
    return { kind: 'describe', methods: functionMethods(cache, schema, resource.name) }
  }
  const table = findTable(cache, schema, resource.name)
  switch (request.action) {
    case 'describe':
      return { kind: 'describe', methods: tableMethods(table) }
    case 'insert':
    case 'update':
    case 'delete':
      return planMutation(cache, table, request, request.payload)
    default:
      return { kind: 'read', read: planRead(cache, table, request, maxRows) }
  }
}

function findTable(cache: SchemaCache, schema: string, name: string): Table {
  const table = inSchema(cache.tables, schema, name)
  if (table === undefined) throw tableNotFound(schema, name, cache.tables.get(schema)?.keys() ?? [])
  return table
}

function tableMethods({ insertable, updatable, deletable }: Table): string[] {
  return [
    'OPTIONS',
    'GET',
    'HEAD',
    ...(insertable ? ['POST'] : []),
    ...(updatable ? ['PATCH'] : []),
    ...(deletable ? ['DELETE'] : []),
  ]
}

function functionMethods(cache: SchemaCache, schema: string, name: string): string[] {
  const sameName = inSchema(cache.functions, schema, name)
  if (sameName === undefined) {
    throw functionNotFound(schema, name, [], [], cache.functions.get(schema)?.keys() ?? [], false)
  }
  const reads = sameName.some(({ readOnly }) => readOnly)
  return reads ? ['OPTIONS', 'GET', 'HEAD', 'POST'] : ['OPTIONS', 'POST']
}
