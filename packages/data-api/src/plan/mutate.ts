import { needsFilter, otherPrimaryKey } from '../errors/request-errors.ts'
import { columnNotFound, payloadColumnNotFound } from '../errors/schema-errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { JsonPayload } from '../request/payload.ts'
import type { Column, Table } from '../schema-cache/relation.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'
import { planCondition } from './condition.ts'
import { type AnswerFormat, chooseFormat, wholeOf } from './format.ts'
import { primaryKeyFilters } from './put.ts'
import { planRead, type RequestLimits } from './read.ts'
import { type Condition, neededColumns, needsWholeRows, type ReadPlan } from './read-plan.ts'

/** The change to a table, and the plan for reading the changed rows. */
export type MutatePlan = InsertPlan | UpdatePlan | DeletePlan

interface Mutation {
  table: Table
  /** The columns that the changed rows return: null for all, empty for none. */
  returning: ReadonlySet<string> | null
  /** True when each row is also needed as a value of the table's row type. */
  whole: boolean
  /** The plan for returning the changed rows; null to return none. */
  read: ReadPlan | null
  format: AnswerFormat
}

export interface InsertPlan extends Mutation {
  kind: 'insert'
  payload: JsonPayload
  columns: readonly Column[]
  /** The value for a missing key of a row: its column's default, or null. */
  missing: 'default' | 'null'
  onConflict: { columns: readonly string[]; resolution: 'merge-duplicates' | 'ignore-duplicates' } | null
  /** True when the response names the address of the new row. */
  location: boolean
  /** For PUT: the conditions, by primary key, that the one row in the body has to meet. */
  only: readonly Condition[] | null
}

export interface UpdatePlan extends Mutation {
  kind: 'update'
  payload: JsonPayload
  columns: readonly Column[]
  missing: 'default' | 'null'
  where: readonly Condition[]
}

export interface DeletePlan extends Mutation {
  kind: 'delete'
  where: readonly Condition[]
}

/** Plans a write. Throws the protocol's error for columns that do not exist. */
export function planMutation(
  cache: SchemaCache,
  table: Table,
  request: ApiRequest,
  limits: RequestLimits,
): MutatePlan {
  const mutation = planReturning(cache, table, request, limits)
  const { action, body } = request
  if (body?.kind !== 'json') {
    return {
      kind: 'delete',
      ...mutation,
      where: planWhere(cache, table, request, { verb: 'DELETE', ...limits }),
    }
  }
  const columns = (request.columns ?? body.keys).map((name) => payloadColumn(table, name))
  const missing = request.preferences.missing ?? 'null'
  const written = { ...mutation, payload: body, columns, missing }
  if (action === 'update') {
    return {
      kind: 'update',
      ...written,
      where: planWhere(cache, table, request, { verb: 'UPDATE', ...limits }),
    }
  }
  if (action === 'put') return planPut(cache, table, request, written)
  const location = request.preferences.return === 'headers-only'
  return { kind: 'insert', ...written, onConflict: planConflict(table, request), location, only: null }
}

type Written = Omit<InsertPlan, 'kind' | 'onConflict' | 'location' | 'only'>

/** Writes the row that the address names as the body has it, whether it exists or not. */
function planPut(cache: SchemaCache, table: Table, request: ApiRequest, written: Written): InsertPlan {
  const filters = primaryKeyFilters(table, request)
  const names = new Set(written.columns.map(({ name }) => name))
  if (!table.primaryKey.every((name) => names.has(name))) throw otherPrimaryKey()
  const only = filters.map((filter) => planCondition({ cache, relation: table, output: [] }, filter))
  const onConflict = { columns: table.primaryKey, resolution: 'merge-duplicates' } as const
  return { kind: 'insert', ...written, onConflict, location: false, only }
}

/**
 * Plans the response. Orders, embedded resources and their filters shape it; filters of the table itself choose the
 * rows that are changed.
 */
function planReturning(
  cache: SchemaCache,
  table: Table,
  request: ApiRequest,
  limits: RequestLimits,
): Mutation {
  const format = chooseFormat(cache, request.accept, { whole: wholeOf(request, table), plans: limits.plans })
  const wanted = request.preferences.return
  const none = { table, format, whole: false, read: null }
  if (wanted === 'headers-only') return { ...none, returning: new Set(table.primaryKey) }
  if (wanted !== 'representation') return { ...none, returning: new Set() }
  const filters = request.filters.filter(({ path }) => path.length > 0)
  const ranges = request.ranges.filter(({ path }) => path.length > 0)
  // The number of rows is unlimited, because the caller could not request the rest of the changed rows later.
  const read = planRead(cache, table, { ...request, filters, ranges }, { ...limits, maxRows: null })
  return { table, format, returning: neededColumns(read), whole: needsWholeRows(read), read }
}

function planWhere(
  cache: SchemaCache,
  table: Table,
  request: ApiRequest,
  { verb, unfiltered = false }: { verb: 'UPDATE' | 'DELETE'; unfiltered?: boolean },
): Condition[] {
  const filters = request.filters.flatMap(({ path, item }) => (path.length === 0 ? [item] : []))
  if (filters.length === 0 && !unfiltered) throw needsFilter(verb)
  return filters.map((filter) => planCondition({ cache, relation: table, output: [] }, filter))
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
