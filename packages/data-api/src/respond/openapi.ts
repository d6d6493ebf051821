import { z } from 'zod'
import type { FunctionSchema } from '../schema-cache/functions.ts'
import { type Column, inSchema, type Table } from '../schema-cache/relation.ts'
import type { Relationship } from '../schema-cache/relationships.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'
import {
  defaultOf,
  parameterType,
  repeatedType,
  summaryAndDescription,
  typeAndFormat,
} from './openapi-types.ts'

const usable = z.object({
  comment: z.string().nullable(),
  tables: z.array(
    z.object({
      name: z.string(),
      comment: z.string().nullable(),
      mayRead: z.boolean(),
      mayInsert: z.boolean(),
      mayUpdate: z.boolean(),
      mayDelete: z.boolean(),
      columns: z.array(
        z.object({
          name: z.string(),
          comment: z.string().nullable(),
          required: z.boolean(),
          maxLength: z.number().nullable(),
          enum: z.array(z.string()).nullable(),
        }),
      ),
    }),
  ),
  functions: z.array(z.object({ id: z.string(), comment: z.string().nullable() })),
})
type UsableTable = z.infer<typeof usable>['tables'][number]
type UsableColumn = UsableTable['columns'][number]

/**
 * Describes a schema in OpenAPI 2.0: the part of the cache that, by `found` (see `INSPECT`), is open to the caller.
 * Source: https://docs.postgrest.org/en/v14/references/api/openapi.html
 */
export function describeSchema(cache: SchemaCache, schema: string, found: string, basePath: string): string {
  const { comment, tables, functions } = usable.parse(JSON.parse(found))
  const known = tables.flatMap((open) => {
    const table = inSchema(cache.tables, schema, open.name)
    return table === undefined ? [] : [{ open, table }]
  })
  const commentById = new Map(functions.map((open) => [open.id, open.comment]))
  const callable = [...(cache.functions.get(schema)?.values() ?? [])]
    .flat()
    .filter(({ id }) => commentById.has(id))
  const { summary: title = schema, description = '' } = summaryAndDescription(comment)
  return JSON.stringify({
    swagger: '2.0',
    info: { title, description, version: '14' },
    basePath,
    consumes: ['application/json', 'application/x-www-form-urlencoded', 'text/csv'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: Object.fromEntries([
      ...known.map(({ open, table }) => [`/${open.name}`, tablePath(open, table)]),
      ...callable.map((called) => [`/rpc/${called.name}`, functionPath(called, commentById.get(called.id))]),
    ]),
    definitions: Object.fromEntries(
      known.map(({ open, table }) => [
        open.name,
        definition(open, table, inSchema(cache.relationships, schema, open.name) ?? []),
      ]),
    ),
    parameters: { ...PARAMETERS, ...Object.assign({}, ...known.map(parametersOf)) },
  })
}

const text = (name: string, place: string, description: string) => ({
  name,
  description,
  in: place,
  required: false,
  type: 'string',
})
const prefer = (...values: string[]) => ({
  ...text('Prefer', 'header', 'Preference'),
  ...(values.length === 0 ? {} : { enum: values }),
})
const RETURNS = ['return=representation', 'return=minimal', 'return=none']
const RESOLUTIONS = ['resolution=ignore-duplicates', 'resolution=merge-duplicates']

const PARAMETERS = {
  preferParams: prefer(),
  preferReturn: prefer(...RETURNS),
  preferCount: prefer('count=none'),
  preferPost: prefer(...RETURNS, ...RESOLUTIONS),
  select: text('select', 'query', 'Filtering Columns'),
  on_conflict: text('on_conflict', 'query', 'On Conflict'),
  order: text('order', 'query', 'Ordering'),
  range: text('Range', 'header', 'Limiting and Pagination'),
  rangeUnit: { ...text('Range-Unit', 'header', 'Limiting and Pagination'), default: 'items' },
  offset: text('offset', 'query', 'Limiting and Pagination'),
  limit: text('limit', 'query', 'Limiting and Pagination'),
}

const ref = (name: string) => ({ $ref: `#/parameters/${name}` })
const refs = (...names: (keyof typeof PARAMETERS)[]) => names.map(ref)
const filtersOf = ({ name, columns }: UsableTable) =>
  columns.map((column) => ref(`rowFilter.${name}.${column.name}`))

/** The parameters of requests to a table: a condition for each column, and rows. */
function parametersOf({ open: { name, columns } }: { open: UsableTable }): Record<string, unknown> {
  const filters = columns.map((column): [string, unknown] => [
    `rowFilter.${name}.${column.name}`,
    {
      name: column.name,
      ...(column.comment === null ? {} : { description: column.comment }),
      in: 'query',
      required: false,
      type: 'string',
    },
  ])
  const schema = { $ref: `#/definitions/${name}` }
  const body = { name, description: name, in: 'body', required: false, schema }
  return { ...Object.fromEntries(filters), [`body.${name}`]: body }
}

function tablePath(open: UsableTable, table: Table) {
  const { name, comment } = open
  const body = ref(`body.${name}`)
  const filters = filtersOf(open)
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } }
  const operation = (parameters: unknown[], responses: Record<string, unknown>) => ({
    tags: [name],
    ...summaryAndDescription(comment),
    parameters,
    responses,
  })
  const reading = refs('select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount')
  return {
    ...(open.mayRead && {
      get: operation([...filters, ...reading], {
        200: { description: 'OK', schema: rows },
        206: { description: 'Partial Content' },
      }),
    }),
    ...(open.mayInsert &&
      table.insertable && {
        post: operation([body, ...refs('select', 'on_conflict', 'preferPost')], {
          201: { description: 'Created' },
        }),
      }),
    ...(open.mayUpdate &&
      table.updatable && {
        patch: operation([...filters, body, ...refs('preferReturn')], { 204: { description: 'No Content' } }),
      }),
    ...(open.mayDelete &&
      table.deletable && {
        delete: operation([...filters, ...refs('preferReturn')], { 204: { description: 'No Content' } }),
      }),
  }
}

function definition(open: UsableTable, table: Table, relationships: readonly Relationship[]) {
  const properties = open.columns.flatMap((usableColumn): [string, unknown][] => {
    const column = table.columns.get(usableColumn.name)
    return column === undefined
      ? []
      : [[column.name, property(column, usableColumn, notesOf(column, table, relationships))]]
  })
  const requiredNames = open.columns.flatMap(({ name, required }) => (required ? [name] : []))
  return {
    type: 'object',
    ...(open.comment === null ? {} : { description: open.comment }),
    // An empty list of required columns would make the description invalid.
    ...(requiredNames.length === 0 ? {} : { required: requiredNames }),
    properties: Object.fromEntries(properties),
  }
}

/**
 * The notes that generators of clients look for in the description of a column: of several keys the first, tables
 * before views.
 */
function notesOf({ name }: Column, table: Table, relationships: readonly Relationship[]): string[] {
  const keys = relationships.filter(
    ({ holdsKey, columns }) => holdsKey && columns.length === 1 && columns[0]?.[0] === name,
  )
  const key = keys.find(({ target }) => !target.isView) ?? keys[0]
  const target = key?.columns[0]?.[1]
  return [
    ...(table.primaryKey.includes(name) ? ['This is a Primary Key.<pk/>'] : []),
    ...(key === undefined || target === undefined
      ? []
      : [
          `This is a Foreign Key to \`${key.target.name}.${target}\`.<fk table='${key.target.name}' column='${target}'/>`,
        ]),
  ]
}

function property(column: Column, { comment, maxLength, enum: values }: UsableColumn, notes: string[]) {
  const note = notes.length === 0 ? [] : [['Note:', ...notes].join('\n')]
  const description = [...(comment === null ? [] : [comment]), ...note].join('\n\n')
  return {
    ...typeAndFormat(column.type.compared),
    ...(description === '' ? {} : { description }),
    ...(values === null ? {} : { enum: values }),
    ...(maxLength === null ? {} : { maxLength }),
    ...defaultOf(column),
  }
}

const CALL_ANSWERS = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

function functionPath({ name, parameters, readOnly }: FunctionSchema, comment: string | null | undefined) {
  const shared = {
    tags: [`(rpc) ${name}`],
    ...summaryAndDescription(comment),
    produces: CALL_ANSWERS,
    responses: { 200: { description: 'OK' } },
  }
  const properties = parameters.map((parameter) => [parameter.name, typeAndFormat(parameter.type)])
  const required = parameters.flatMap((parameter) => (parameter.required ? [parameter.name] : []))
  const schema = {
    type: 'object',
    ...(comment ? { description: comment } : {}),
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties),
  }
  const body = { name: 'args', in: 'body', required: true, schema }
  const inQuery = parameters.map((parameter) => ({
    name: parameter.name,
    in: 'query',
    required: parameter.required,
    ...(parameter.variadic ? repeatedType(parameter.type) : parameterType(parameter.type)),
  }))
  return {
    ...(readOnly && { get: { ...shared, parameters: inQuery } }),
    post: { ...shared, parameters: [body, ...refs('preferParams')] },
  }
}
