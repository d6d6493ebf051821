import type { AnswerColumn, Column, Routine, Table, TypeName } from './catalogue.ts'

const HEADER = `/**
 * What requests may read, write and call, generated from the migrations by \`npm run types\`: the shape that the
 * official client takes. Columns that no request may read are not in Row; what none may write is not in Insert and
 * Update. The database sets what it knows better, whether it is sent or not.
 */
`

const JSON_TYPE = `type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]\n`

const NOTHING = 'Record<string, never>'
const NONE = '{ [_ in never]: never }'

/** Postgres types that arrive as something else than text. */
const TYPES: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
}

/** The `Database` type for the official client, as TypeScript; formatting is left to the formatter. */
export function databaseTypes(tables: readonly Table[], routines: readonly Routine[]): string {
  const open = tables.filter((table) => table.delete || table.columns.some(isTouchable))
  const callable = routines.filter((routine) => routine.callers.length > 0)
  return `${HEADER}${JSON_TYPE}
export type Database = {
  public: {
    Tables: {${open.map(tableType).join('')}}
    Views: ${NONE}
    Functions: {${callable.map(routineType).join('')}}
    Enums: ${NONE}
    CompositeTypes: ${NONE}
  }
}
`
}

const isTouchable = (column: Column) => column.select || column.insert || column.update

function tableType({ name, columns, foreignKeys }: Table): string {
  const relationships = foreignKeys.map(
    (key) => `{
      foreignKeyName: '${key.name}'
      columns: ${JSON.stringify(key.columns)}
      isOneToOne: ${key.isOneToOne}
      referencedRelation: '${key.target}'
      referencedColumns: ${JSON.stringify(key.targetColumns)}
    }`,
  )
  return `
    ${name}: {
      Row: ${fields(
        columns.filter((column) => column.select),
        () => false,
        wordsOf,
      )}
      Insert: ${fields(
        columns.filter((column) => column.insert),
        (column) => column.hasDefault || !column.notNull,
      )}
      Update: ${fields(
        columns.filter((column) => column.update),
        () => true,
      )}
      Relationships: [${relationships.join(', ')}]
    }`
}

function fields(
  columns: readonly Column[],
  isOptional: (column: Column) => boolean,
  type: (column: Column) => string = typeOf,
): string {
  if (columns.length === 0) return NOTHING
  const lines = columns.map(
    (column) =>
      `${column.name}${isOptional(column) ? '?' : ''}: ${type(column)}${column.notNull ? '' : ' | null'}`,
  )
  return `{ ${lines.join('\n')} }`
}

/** A column whose words a check lists has only these. A request may send any: the check says what is wrong with it. */
function wordsOf(column: Column | AnswerColumn): string {
  return column.words?.map((word) => `'${word}'`).join(' | ') ?? typeOf(column)
}

/** Any argument may be null, and so may any column of a returned table whose domain does not refuse it. */
function routineType({ name, parameters, columns, returnsSet, ...returned }: Routine): string {
  const args = parameters.map(
    (parameter) => `${parameter.name}${parameter.hasDefault ? '?' : ''}: ${typeOf(parameter)} | null`,
  )
  const row = `{ ${columns.map((column) => `${column.name}: ${wordsOf(column)}${column.notNull ? '' : ' | null'}`).join('\n')} }`
  const one = columns.length > 0 ? row : scalar(returned)
  return `
    ${name}: {
      Args: ${args.length === 0 ? NOTHING : `{ ${args.join('\n')} }`}
      Returns: ${returnsSet ? `(${one})[]` : one}
    }`
}

function scalar(type: TypeName): string {
  return type.type === 'void' ? 'undefined' : `${typeOf(type)} | null`
}

function typeOf({ type, isArray }: TypeName): string {
  const one = TYPES[type] ?? 'string'
  return isArray ? `${one}[]` : one
}
