import type { Pool } from '@cairn/postgres/pool/pool'
import { z } from 'zod'
import { BUILT_IN_CASTS } from './cast-types.ts'
import { computedColumn, type FunctionRow, functionOf, functionRows, isCallable } from './functions.ts'
import {
  FUNCTIONS,
  KEYS,
  RELATIONS,
  TEXT_SEARCH_CONFIGS,
  TIME_ZONES,
  TYPES,
  VIEWS,
} from './introspection-sql.ts'
import { exposedTablesOf, type KeyRow, keyRows, type NumberedTable } from './keys.ts'
import { MEDIA_HANDLERS, mediaHandlerRows, mediaHandlersOf } from './media-handlers.ts'
import { bySchema, type Column, databaseRoles, listsBySchema, type Representation } from './relation.ts'
import { computedRelationship, relationshipsOf } from './relationships.ts'
import { REPRESENTATIONS, representationRows, representationsOf } from './representations.ts'
import type { SchemaCache } from './schema-cache.ts'
import { type ViewColumns, viewColumnsOf, viewRows } from './view-columns.ts'

const columnRow = z.object({
  number: z.number(),
  name: z.string(),
  declared: z.string(),
  compared: z.string(),
  array: z.string().nullable(),
  defaultSql: z.string().nullable(),
})

const relationRow = z.object({
  id: z.string(),
  schema: z.string(),
  name: z.string(),
  isTable: z.boolean(),
  isView: z.boolean(),
  isChecked: z.boolean(),
  insertable: z.boolean(),
  updatable: z.boolean(),
  deletable: z.boolean(),
  usableBy: databaseRoles,
  columns: z.array(columnRow),
})
type RelationRow = z.infer<typeof relationRow>

const typeRow = z.object({ name: z.string(), spelled: z.string() })

/**
 * Reads from the catalogue all that requests may name in these schemas. What lies outside of them stays unknown, except
 * for the columns of rows that an exposed function returns.
 */
export async function introspect(pool: Pool, schemas: readonly string[]): Promise<SchemaCache> {
  const exposed = JSON.stringify(schemas)
  const [relations, keys, views, functions, types, handlers, casts, configs, zones] = await Promise.all([
    ask(pool, RELATIONS, exposed, z.array(relationRow)),
    ask(pool, KEYS, exposed, keyRows),
    ask(pool, VIEWS, exposed, viewRows),
    ask(pool, FUNCTIONS, exposed, functionRows),
    ask(pool, TYPES, exposed, z.array(typeRow)),
    ask(pool, MEDIA_HANDLERS, exposed, mediaHandlerRows),
    ask(pool, REPRESENTATIONS, exposed, representationRows),
    ask(pool, TEXT_SEARCH_CONFIGS, exposed, z.array(z.string())),
    ask(pool, TIME_ZONES, exposed, z.array(z.string())),
  ])
  const origins = viewColumnsOf(views)
  const represented = representationsOf(casts)
  const nameById = new Map(keys.map(({ tableId, tableName }) => [tableId, tableName]))
  const all = relations.map((row) =>
    numberedTable(row, functions, {
      primaryKey: primaryKeyOf(row, keys, origins),
      represented,
      standsFor: row.isChecked ? (nameById.get(tableBehind(origins.get(row.id))) ?? null) : null,
    }),
  )
  const tableById = new Map(all.map(({ id, table }) => [id, table]))
  const exposedIds = new Set(relations.flatMap(({ id, isTable }) => (isTable ? [id] : [])))
  const tables = all.filter(({ id }) => exposedIds.has(id))
  const exposedById = new Map(tables.map(({ id, table }) => [id, table]))
  return {
    tables: bySchema(tables.map(({ table }) => table)),
    functions: listsBySchema(functions.filter(isCallable).map((row) => functionOf(row, tableById))),
    relationships: relationshipsOf(
      keys.filter(({ kind }) => kind === 'f'),
      exposedTablesOf(tables, origins),
      functions.flatMap((row) => computedRelationship(row, exposedById) ?? []),
    ),
    mediaHandlers: mediaHandlersOf(handlers, tableById),
    castTypes: new Map([...BUILT_IN_CASTS, ...types.map(({ name, spelled }) => [name, spelled] as const)]),
    textSearchConfigs: new Set(configs),
    timeZones: new Set(zones),
  }
}

/** Every question is one row with one JSON text, and one parameter: the exposed schemas as a JSON array. */
async function ask<T>(pool: Pool, question: string, exposed: string, answer: z.ZodType<T>): Promise<T> {
  const [row] = await pool.run(({ sql }) => sql.unsafe(question, [exposed]))
  return answer.parse(JSON.parse(z.object({ answer: z.string() }).parse(row).answer))
}

function numberedTable(
  row: RelationRow,
  functions: readonly FunctionRow[],
  {
    primaryKey,
    represented,
    standsFor,
  }: {
    primaryKey: readonly number[]
    represented: ReadonlyMap<string, Representation>
    standsFor: string | null
  },
): NumberedTable {
  const columnNames = new Map(row.columns.map(({ number, name }) => [number, name]))
  const columns = row.columns.map(({ name, defaultSql, declared, compared, array }): [string, Column] => {
    const representation = represented.get(declared)
    const type = { declared, compared, array, ...(representation && { representation }) }
    return [name, { name, defaultSql, type, computedBy: null }]
  })
  const computed = functions.flatMap((each) => (each.rowOfId === row.id ? (computedColumn(each) ?? []) : []))
  const { id, schema, name, isView, insertable, updatable, deletable, usableBy } = row
  const table = {
    ...{ schema, name, isView, standsFor, insertable, updatable, deletable, usableBy },
    primaryKey: primaryKey.flatMap((number) => columnNames.get(number) ?? []),
    columns: new Map(columns),
    computed: new Map(computed.map((column) => [column.name, column])),
  }
  return { id, table, columnNames }
}

/** The only table behind the plain columns of a view, by its id; empty where there are several. */
function tableBehind(columns: ViewColumns = new Map()): string {
  const [id = '', ...others] = new Set([...columns.values()].map((origin) => origin.id))
  return others.length === 0 ? id : ''
}

/** The columns of the primary key; of a view those that show whole primary keys, of each of its tables. */
function primaryKeyOf(
  { id, columns }: RelationRow,
  keys: readonly KeyRow[],
  views: ReadonlyMap<string, ViewColumns>,
): number[] {
  const own = keys.find(({ kind, tableId }) => kind === 'p' && tableId === id)
  if (own !== undefined) return own.columns.map(([number]) => number)
  const shown = [...(views.get(id) ?? [])]
  if (columns.length === 0) return []
  return keys.flatMap((key) => {
    if (key.kind !== 'p') return []
    const here = key.columns.flatMap(
      ([number]) =>
        shown.find(([, origin]) => origin.id === key.tableId && origin.number === number)?.[0] ?? [],
    )
    return here.length === key.columns.length ? here : []
  })
}
