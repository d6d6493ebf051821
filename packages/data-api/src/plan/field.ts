import { columnNotFound } from '../errors/schema-errors.ts'
import type { FieldName, JsonStep } from '../request/field.ts'
import type { Column, ColumnType, Relation } from '../schema-cache/relation.ts'

/** An existing column, and the path into its JSON. */
export interface Field {
  column: Column
  path: readonly JsonStep[]
  /** The type as which the field is compared, at the end of its path. */
  type: ColumnType
}

const TEXT: ColumnType = { declared: 'text', compared: 'text', array: 'text[]' }
const JSONB: ColumnType = { declared: 'jsonb', compared: 'jsonb', array: 'jsonb[]' }
const JSON_TEXT: ColumnType = { declared: 'json', compared: 'json', array: 'json[]' }

/** Finds the column that a field names. Throws 42703, as Postgres would, when there is none. */
export function resolveField(relation: Relation, { name, path }: FieldName): Field {
  const column = relation.columns.get(name) ?? relation.computed.get(name)
  if (column === undefined) throw columnNotFound(relation, name)
  return { column, path, type: typeAtEnd(column, path) }
}

/** A path works on json as it is; any other type is cast to jsonb first. */
function typeAtEnd(column: Column, path: readonly JsonStep[]): ColumnType {
  const last = path.at(-1)
  if (last === undefined) return column.type
  if (last.asText) return TEXT
  return column.type.compared === 'json' ? JSON_TEXT : JSONB
}

/** The label of a path in the response: its last key, or the column where it has only indexes. */
export function labelOf({ column, path }: Field): string {
  const keys = path.flatMap(({ operand }) => ('key' in operand && operand.key !== '' ? [operand.key] : []))
  return keys.at(-1) ?? column.name
}
