import type { Pool } from '@cairn/postgres/pool'
import { z } from 'zod'
import { BUILT_IN_CASTS } from './cast-types.ts'
import { type FunctionRow, functionOf, functionRows } from './functions.ts'
import { FOREIGN_KEYS, FUNCTIONS, RELATIONS, TEXT_SEARCH_CONFIGS, TYPES } from './introspection-sql.ts'
import { bySchema, type Column, inSchema, listsBySchema, type Table } from './relation.ts'
import { relationshipsOf } from './relationships.ts'
import type { SchemaCache } from './schema-cache.ts'

const columnRow = z.object({
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
  insertable: z.boolean(),
  updatable: z.boolean(),
  deletable: z.boolean(),
  primaryKey: z.array(z.string()),
  columns: z.array(columnRow),
})
type RelationRow = z.infer<typeof relationRow>

const named = z.object({ schema: z.string(), name: z.string() })
const foreignKeyRow = z.object({
  constraint: z.string(),
  table: named,
  target: named,
  columns: z.array(z.tuple([z.string(), z.string()])),
  unique: z.boolean(),
})

const typeRow = z.object({ name: z.string(), spelled: z.string() })

/**
 * Reads from the catalogue all that requests may name in these schemas. What lies outside of them stays unknown, except
 * for the columns of rows that an exposed function returns.
 */
export async function introspect(pool: Pool, schemas: readonly string[]): Promise<SchemaCache> {
  const exposed = JSON.stringify(schemas)
  const [relations, foreignKeys, functions, types, configs] = await Promise.all([
    ask(pool, RELATIONS, exposed, z.array(relationRow)),
    ask(pool, FOREIGN_KEYS, exposed, z.array(foreignKeyRow)),
    ask(pool, FUNCTIONS, exposed, functionRows),
    ask(pool, TYPES, exposed, z.array(typeRow)),
    ask(pool, TEXT_SEARCH_CONFIGS, exposed, z.array(z.string())),
  ])
  const relationById = new Map(relations.map((row) => [row.id, tableOf(row)]))
  const tables = bySchema(relations.filter((row) => row.isTable).map(tableOf))
  return {
    tables,
    functions: listsBySchema(functions.map((row: FunctionRow) => functionOf(row, relationById))),
    relationships: relationshipsOf(foreignKeys, (schema, name) => inSchema(tables, schema, name)),
    castTypes: new Map([...BUILT_IN_CASTS, ...types.map(({ name, spelled }) => [name, spelled] as const)]),
    textSearchConfigs: new Set(configs),
  }
}

/** Every question is one row with one JSON text, and one parameter: the exposed schemas as a JSON array. */
async function ask<T>(pool: Pool, question: string, exposed: string, answer: z.ZodType<T>): Promise<T> {
  const [row] = await pool.sql.unsafe(question, [exposed])
  return answer.parse(JSON.parse(z.object({ answer: z.string() }).parse(row).answer))
}

function tableOf(row: RelationRow): Table {
  const columns = row.columns.map(({ name, defaultSql, declared, compared, array }): [string, Column] => [
    name,
    { name, defaultSql, type: { declared, compared, array } },
  ])
  const { schema, name, primaryKey, insertable, updatable, deletable } = row
  return { schema, name, primaryKey, insertable, updatable, deletable, columns: new Map(columns) }
}
