import type { DatabaseRole } from '@cairn/postgres/pool/caller'
import { z } from 'zod'

export const databaseRoles = z.array(z.enum(['anon', 'authenticated', 'service_role']))

/** The casts of a domain with which its schema reads and writes values. Null where there is none. */
export interface Representation {
  /** From a value to the JSON of an answer. */
  toJson: QualifiedName | null
  /** From the JSON of a body to a value. */
  fromJson: QualifiedName | null
  /** From the text of a filter to a value. */
  fromText: QualifiedName | null
}

/** A type as Postgres spells it, schema included where needed: ready to stand in a statement. */
export interface ColumnType {
  /** The declared type; for a domain the domain, so that its rules apply to written values. */
  declared: string
  /** The type as which values are compared: for a domain the type beneath it. */
  compared: string
  /** The array type of `compared`, null where Postgres has none. */
  array: string | null
  /** The casts of a domain; left out for all other types. */
  representation?: Representation
}

export interface Column {
  name: string
  type: ColumnType
  /** The default as an SQL expression, null without one. */
  defaultSql: string | null
  /** The function that computes it from its row, null for a stored column. */
  computedBy: QualifiedName | null
}

export interface QualifiedName {
  schema: string
  name: string
}

/** Rows with known columns: a table, a view, or the result of a function. */
export interface Relation {
  schema: string
  name: string
  columns: ReadonlyMap<string, Column>
  /** Functions of its rows that can be named like columns; a star does not include them. */
  computed: ReadonlyMap<string, Column>
  /** The roles that may read or write any of it, or call the function. Only hints depend on it: Postgres decides. */
  usableBy: readonly DatabaseRole[]
}

export interface Table extends Relation {
  isView: boolean
  /** The table in whose place a view stands: one with a check option, all of whose plain columns are of one table. */
  standsFor: string | null
  primaryKey: readonly string[]
  insertable: boolean
  updatable: boolean
  deletable: boolean
}

/** Names of one kind, by schema. */
export type SchemaMap<T> = ReadonlyMap<string, ReadonlyMap<string, T>>

export function inSchema<T>(map: SchemaMap<T>, schema: string, name: string): T | undefined {
  return map.get(schema)?.get(name)
}

/** Groups items by their schema and name; a later item of the same name replaces an earlier one. */
export function bySchema<T extends { schema: string; name: string }>(items: readonly T[]): SchemaMap<T> {
  const schemas = new Map<string, Map<string, T>>()
  for (const item of items) {
    const names = schemas.get(item.schema) ?? new Map<string, T>()
    schemas.set(item.schema, names.set(item.name, item))
  }
  return schemas
}

/** Groups items into lists by their schema and name. */
export function listsBySchema<T extends { schema: string; name: string }>(
  items: readonly T[],
): SchemaMap<readonly T[]> {
  const schemas = new Map<string, Map<string, T[]>>()
  for (const item of items) {
    const names = schemas.get(item.schema) ?? new Map<string, T[]>()
    schemas.set(item.schema, names)
    const list = names.get(item.name)
    if (list === undefined) names.set(item.name, [item])
    else list.push(item)
  }
  return schemas
}
