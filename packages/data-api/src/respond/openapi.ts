import { z } from 'zod'
import type { FunctionSchema } from '../schema-cache/functions.ts'
import { type Column, type ColumnType, inSchema, type Table } from '../schema-cache/relation.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'

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
      columns: z.array(z.object({ name: z.string(), comment: z.string().nullable(), required: z.boolean() })),
    }),
  ),
  functions: z.array(z.object({ id: z.string(), comment: z.string().nullable() })),
})
type UsableTable = z.infer<typeof usable>['tables'][number]

/**
 * Describes a schema in OpenAPI 2.0: what is in the cache and, by `found` (see `INSPECT`), open to the caller.
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
  return JSON.stringify({
    swagger: '2.0',
    info: { title: comment ?? schema, description: '', version: '14' },
    basePath,
    consumes: ['application/json', 'application/x-www-form-urlencoded', 'text/csv'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: Object.fromEntries([
      ...known.map(({ open, table }) => [`/${open.name}`, tablePath(open, table)]),
      ...callable.map((called) => [`/rpc/${called.name}`, functionPath(called, commentById.get(called.id))]),
    ]),
    definitions: Object.fromEntries(known.map(({ open, table }) => [open.name, definition(open, table)])),
    parameters: PARAMETERS,
  })
}

const text = (name: string, place: string) => ({ name, in: place, required: false, type: 'string' })

const PARAMETERS = {
  select: text('select', 'query'),
  order: text('order', 'query'),
  limit: text('limit', 'query'),
  offset: text('offset', 'query'),
  columns: text('columns', 'query'),
  on_conflict: text('on_conflict', 'query'),
  range: text('Range', 'header'),
  prefer: text('Prefer', 'header'),
}

function refs(...names: (keyof typeof PARAMETERS)[]) {
  return names.map((name) => ({ $ref: `#/parameters/${name}` }))
}

function tablePath(open: UsableTable, table: Table) {
  const { name, comment } = open
  const shared = { tags: [name], ...(comment === null ? {} : { summary: comment }) }
  const filters = open.columns.map((column) => text(column.name, 'query'))
  const body = { name, in: 'body', required: false, schema: { $ref: `#/definitions/${name}` } }
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } }
  const write = (parameters: unknown[], responses: Record<string, unknown>) => ({
    ...shared,
    parameters,
    responses,
  })
  return {
    ...(open.mayRead && {
      get: write([...filters, ...refs('select', 'order', 'limit', 'offset', 'range', 'prefer')], {
        200: { description: 'OK', schema: rows },
        206: { description: 'Partial Content' },
      }),
    }),
    ...(open.mayInsert &&
      table.insertable && {
        post: write([body, ...refs('select', 'columns', 'on_conflict', 'prefer')], {
          201: { description: 'Created' },
        }),
      }),
    ...(open.mayUpdate &&
      table.updatable && {
        patch: write([...filters, body, ...refs('select', 'columns', 'prefer')], {
          204: { description: 'No Content' },
        }),
      }),
    ...(open.mayDelete &&
      table.deletable && {
        delete: write([...filters, ...refs('select', 'prefer')], { 204: { description: 'No Content' } }),
      }),
  }
}

function definition(open: UsableTable, table: Table) {
  const properties = open.columns.flatMap(({ name, comment }): [string, unknown][] => {
    const column = table.columns.get(name)
    return column === undefined ? [] : [[name, property(column, comment)]]
  })
  return {
    type: 'object',
    ...(open.comment === null ? {} : { description: open.comment }),
    required: open.columns.flatMap(({ name, required }) => (required ? [name] : [])),
    properties: Object.fromEntries(properties),
  }
}

function property({ type, defaultSql }: Column, comment: string | null) {
  return {
    ...typeOf(type),
    format: type.declared,
    ...(comment === null ? {} : { description: comment }),
    ...(defaultSql === null ? {} : { default: defaultSql }),
  }
}

const INTEGERS = ['smallint', 'integer', 'bigint']
const NUMBERS = ['numeric', 'real', 'double precision']

function typeOf({ compared }: Pick<ColumnType, 'compared'>): Record<string, unknown> {
  if (compared.endsWith('[]')) return { type: 'array', items: typeOf({ compared: compared.slice(0, -2) }) }
  if (compared === 'json' || compared === 'jsonb') return {}
  if (compared === 'boolean') return { type: 'boolean' }
  if (INTEGERS.includes(compared)) return { type: 'integer' }
  return { type: NUMBERS.includes(compared) ? 'number' : 'string' }
}

function functionPath({ name, parameters, readOnly }: FunctionSchema, comment: string | null | undefined) {
  const shared = {
    tags: [`(rpc) ${name}`],
    ...(comment ? { summary: comment } : {}),
    responses: { 200: { description: 'OK' } },
  }
  const properties = parameters.map((parameter) => [
    parameter.name,
    { ...typeOf({ compared: parameter.type }), format: parameter.type },
  ])
  const required = parameters.flatMap((parameter) => (parameter.required ? [parameter.name] : []))
  const schema = { type: 'object', required, properties: Object.fromEntries(properties) }
  const body = { name: 'args', in: 'body', required: required.length > 0, schema }
  const inQuery = parameters.map((parameter) => ({
    ...text(parameter.name, 'query'),
    required: parameter.required,
    format: parameter.type,
  }))
  return {
    ...(readOnly && { get: { ...shared, parameters: inQuery } }),
    post: { ...shared, parameters: [body, ...refs('prefer')] },
  }
}
