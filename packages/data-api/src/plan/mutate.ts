import type { ApiRequest } from '../request/api-request.ts'
import type { Payload } from '../request/payload.ts'
import { needsFilter } from '../request-errors.ts'
import type { Column, Table } from '../schema-cache/relation.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'
import { columnNotFound, payloadColumnNotFound } from '../schema-errors.ts'
import { planCondition } from './condition.ts'
import { planRead } from './read.ts'
import { type Condition, neededColumns, type ReadPlan } from './read-plan.ts'

/** What to change of a table, and what to read of the changed rows. */
export type MutatePlan = InsertPlan | UpdatePlan | DeletePlan

interface Mutation {
  table: Table
  /** Columns that the changed rows bring along: null for all, empty for none. */
  returning: ReadonlySet<string> | null
  /** What to answer of the changed rows; null to answer none. */
  read: ReadPlan | null
}

export interface InsertPlan extends Mutation {
  kind: 'insert'
  payload: Payload
  columns: readonly Column[]
  /** What a row's missing key becomes: its column's default, or null. */
  missing: 'default' | 'null'
  onConflict: { columns: readonly string[]; resolution: 'merge-duplicates' | 'ignore-duplicates' } | null
  /** True when the answer is to say where the new row is. */
  location: boolean
}

export interface UpdatePlan extends Mutation {
  kind: 'update'
  payload: Payload
  columns: readonly Column[]
  missing: 'default' | 'null'
  where: readonly Condition[]
}

export interface DeletePlan extends Mutation {
  kind: 'delete'
  where: readonly Condition[]
}

/** Plans an insert, update or delete. Throws the protocol's error for columns that do not exist. */
export function planMutation(
  cache: SchemaCache,
  table: Table,
  request: ApiRequest,
  payload: Payload | null,
): MutatePlan {
  const mutation = planReturning(cache, table, request)
  if (payload === null)
    return { kind: 'delete', ...mutation, where: planWhere(cache, table, request, 'DELETE') }
  const columns = (request.columns ?? payload.keys).map((name) => payloadColumn(table, name))
  const missing = request.preferences.missing ?? 'null'
  if (request.action === 'update') {
    const where = planWhere(cache, table, request, 'UPDATE')
    return { kind: 'update', ...mutation, payload, columns, missing, where }
  }
  return {
    kind: 'insert',
    ...mutation,
    payload,
    columns,
    missing,
    onConflict: planConflict(table, request),
    location: request.preferences.return === 'headers-only',
  }
}

/** Orders, embedded resources and their filters shape the answer; filters of the table itself choose what is changed. */
function planReturning(cache: SchemaCache, table: Table, request: ApiRequest): Mutation {
  const wanted = request.preferences.return
  if (wanted === 'headers-only') return { table, returning: new Set(table.primaryKey), read: null }
  if (wanted !== 'representation') return { table, returning: new Set(), read: null }
  const filters = request.filters.filter(({ path }) => path.length > 0)
  const ranges = request.ranges.filter(({ path }) => path.length > 0)
  const read = planRead(cache, table, { ...request, filters, ranges }, null)
  return { table, returning: neededColumns(read), read }
}

function planWhere(
  cache: SchemaCache,
  table: Table,
  request: ApiRequest,
  verb: 'UPDATE' | 'DELETE',
): Condition[] {
  const filters = request.filters.flatMap(({ path, item }) => (path.length === 0 ? [item] : []))
  if (filters.length === 0) throw needsFilter(verb)
  return filters.map((filter) => planCondition({ cache, relation: table, embeds: [] }, filter))
}

function payloadColumn(table: Table, name: string): Column {
  const column = table.columns.get(name)
  if (column === undefined) throw payloadColumnNotFound(table, name)
  return column
}

function planConflict(table: Table, { onConflict, preferences }: ApiRequest): InsertPlan['onConflict'] {
  const columns = onConflict ?? table.primaryKey
  for (const name of columns) if (!table.columns.has(name)) throw columnNotFound(table, name)
  const { resolution } = preferences
  return resolution === null || columns.length === 0 ? null : { columns, resolution }
}
