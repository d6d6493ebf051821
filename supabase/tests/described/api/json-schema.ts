import type { AnswerColumn, Column, Routine, Table, TypeName } from '../catalogue.ts'
import type { Check } from './facts.ts'

/** A JSON Schema, as OpenAPI 3.1 has it. */
export type Schema = Readonly<Record<string, unknown>>

const TYPES: Readonly<Record<string, Schema>> = {
  uuid: { type: 'string', format: 'uuid' },
  text: { type: 'string' },
  citext: { type: 'string' },
  inet: { type: 'string' },
  date: { type: 'string', format: 'date' },
  timestamptz: { type: 'string', format: 'date-time' },
  interval: { type: 'string' },
  bool: { type: 'boolean' },
  int2: { type: 'integer', format: 'int32' },
  int4: { type: 'integer', format: 'int32' },
  int8: { type: 'integer', format: 'int64' },
  float8: { type: 'number', format: 'double' },
  numeric: { type: 'number' },
  // The type json allows any JSON.
  json: {},
  jsonb: {},
  void: { type: 'null' },
}

function typeOf({ type, isArray }: TypeName): Schema {
  const one = TYPES[type]
  if (one === undefined) throw new Error(`No JSON type is known for ${type}.`)
  return isArray ? { type: 'array', items: one } : one
}

const orNull = (schema: Schema): Schema =>
  typeof schema['type'] === 'string' ? { ...schema, type: [schema['type'], 'null'] } : schema

/** The sentence with which the database refuses a value that breaks the check. */
const sentenceOf = ({ definition }: Check) =>
  /, '((?:[^']|'')+)'::text\)\)$/.exec(definition)?.[1]?.replaceAll("''", "'")

/** Translates the check of one column to JSON Schema: the values, and the length. */
function boundsOf(column: string, { definition }: Check): Schema {
  const values = new RegExp(`\\(${column} = ANY \\(ARRAY\\[([^\\]]+)\\]`).exec(definition)?.[1]
  const length = new RegExp(`char_length\\(${column}\\)`)
  const most = new RegExp(`${length.source} <= (\\d+)`).exec(definition)?.[1]
  const least = new RegExp(`${length.source} >= (\\d+)`).exec(definition)?.[1]
  return {
    ...(values && { enum: [...values.matchAll(/'([^']*)'::text/g)].map(([, value]) => value) }),
    ...(least && { minLength: Number(least) }),
    ...(most && { maxLength: Number(most) }),
  }
}

function columnSchema(column: Column, checks: readonly Check[]): Schema {
  const own = checks.filter(({ columns: [first, ...others] }) => first === column.name && others.length === 0)
  const bounds: Schema = Object.assign({}, ...own.map((check) => boundsOf(column.name, check)))
  const sentences = own.flatMap((check) => sentenceOf(check) ?? [])
  const description = [column.comment, ...sentences].filter((text) => text !== null).join(' ')
  const type = typeOf(column)
  const values = bounds['enum']
  return {
    ...(column.notNull ? type : orNull(type)),
    ...bounds,
    ...(Array.isArray(values) && !column.notNull ? { enum: [...values, null] } : {}),
    ...(description === '' ? {} : { description }),
    ...(column.insert || column.update ? {} : { readOnly: true }),
  }
}

const object = (columns: readonly Column[], checks: readonly Check[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(columns.map((column) => [column.name, columnSchema(column, checks)])),
})

/** A row as it is read: no column is required, as `select` chooses the columns. */
export function rowSchema({ columns, comment }: Table, checks: readonly Check[]): Schema {
  return {
    ...object(
      columns.filter(({ select }) => select),
      checks,
    ),
    description: comment,
  }
}

/** The body of a request for a new row, and for a change. */
export function newSchema({ columns }: Table, checks: readonly Check[], needs: readonly string[]): Schema {
  const schema = object(
    columns.filter(({ insert }) => insert),
    checks,
  )
  return { ...schema, ...(needs.length > 0 && { required: needs }), additionalProperties: false }
}

export function changeSchema({ columns }: Table, checks: readonly Check[]): Schema {
  const schema = object(
    columns.filter(({ update }) => update),
    checks,
  )
  return { ...schema, minProperties: 1, additionalProperties: false }
}

/** The rules that concern several columns at once. */
export function rulesOf(checks: readonly Check[]): string[] {
  return checks.filter(({ columns }) => columns.length > 1).flatMap((check) => sentenceOf(check) ?? [])
}

/** The arguments of a procedure. */
export function argumentsSchema({ parameters }: Routine): Schema {
  const required = parameters.flatMap(({ name, hasDefault }) => (hasDefault ? [] : [name]))
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map((parameter) => [
        parameter.name,
        parameter.hasDefault ? orNull(typeOf(parameter)) : typeOf(parameter),
      ]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function answeredSchema({ words, notNull, ...type }: AnswerColumn): Schema {
  const schema = notNull ? typeOf(type) : orNull(typeOf(type))
  return words === null ? schema : { ...schema, enum: notNull ? words : [...words, null] }
}

/** The answer of a procedure. */
export function answerSchema({ columns, type, isArray, returnsSet }: Routine): Schema {
  if (columns.length === 0)
    return returnsSet ? { type: 'array', items: typeOf({ type, isArray }) } : typeOf({ type, isArray })
  const properties = Object.fromEntries(columns.map((column) => [column.name, answeredSchema(column)]))
  const row = { type: 'object', properties }
  return returnsSet ? { type: 'array', items: row } : row
}
