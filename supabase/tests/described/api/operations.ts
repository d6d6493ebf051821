import type { Routine, Table } from '../catalogue.ts'
import { answerSchema, argumentsSchema, type Schema } from './json-schema.ts'
import type { Procedure } from './procedures.ts'
import type { Resource } from './resources.ts'
import { inThreeLanguages, type Sample } from './sample.ts'

const ref = (place: string, name: string) => ({ $ref: `#/components/${place}/${name}` })
const parameters = (...names: string[]) => names.map((name) => ref('parameters', name))

const json = (schema: Schema) => ({ 'application/json': { schema } })

const ALWAYS = {
  RateLimit: ref('headers', 'RateLimit'),
  'RateLimit-Policy': ref('headers', 'RateLimit-Policy'),
}

const answer = (description: string, schema: Schema | null, ...headers: string[]) => ({
  description,
  headers: { ...Object.fromEntries(headers.map((name) => [name, ref('headers', name)])), ...ALWAYS },
  ...(schema !== null && { content: json(schema) }),
})

const refusals = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, ref('responses', `Error${status}`)]))
const OF_READS = [400, 401, 403, 404, 406, 413, 429, 503]
const OF_WRITES = [400, 401, 403, 404, 406, 409, 413, 422, 429, 503]

/** A filter for each column: `status=eq.active`. */
function filters(table: Table) {
  const readable = table.columns.filter(({ select }) => select).map(({ name }) => name)
  return {
    name: 'filter',
    in: 'query',
    description: 'For each column that is to be filtered an operator and a value, such as eq.active.',
    style: 'form',
    explode: true,
    schema: {
      type: 'object',
      propertyNames: { enum: readable },
      additionalProperties: { type: 'string' },
    },
  }
}

/** The ids of a table's operations begin so; those of procedures are their names. */
const VERBS = { GET: 'list', POST: 'insert', PATCH: 'update', DELETE: 'remove' } as const

/** The operations of a table that requests may send, by their methods. */
export function tablePath(resource: Resource, table: Table) {
  const { title, schema, subject, writes = [], samples } = resource
  const rows = { type: 'array', items: ref('schemas', schema) }
  const shared = (method: Sample['method'], summary: string, verb: 'read' | 'write') => ({
    operationId: `${VERBS[method]}_${resource.table}`,
    tags: [title],
    summary,
    description: `Scope: ${subject.includes(' ') ? `${verb} of ${subject}` : `${subject}:${verb}`}.`,
    'x-codeSamples': samples.filter((sample) => sample.method === method).flatMap(inThreeLanguages),
  })
  const may = (right: 'select' | 'insert' | 'update') => table.columns.some((column) => column[right])
  const sent = (name: string, several: boolean) => ({
    required: true,
    content: json(
      several
        ? { oneOf: [ref('schemas', name), { type: 'array', items: ref('schemas', name) }] }
        : ref('schemas', name),
    ),
  })
  return {
    ...(may('select') && {
      get: {
        ...shared('GET', `List ${title.toLowerCase()}`, 'read'),
        parameters: [filters(table), ...parameters('select', 'order', 'limit', 'offset', 'PreferCount')],
        responses: {
          200: answer('The rows.', rows, 'Content-Range'),
          206: answer('Some of the rows, where they were counted.', rows, 'Content-Range'),
          ...refusals(...OF_READS),
        },
      },
    }),
    ...(writes.includes('POST') &&
      may('insert') && {
        post: {
          ...shared('POST', `Add ${title.toLowerCase()}`, 'write'),
          parameters: parameters('select', 'PreferReturn', 'IdempotencyKey'),
          requestBody: sent(`${schema}New`, true),
          responses: {
            201: answer('Added; the rows where they were asked for.', rows, 'Idempotency-Replayed'),
            ...refusals(...OF_WRITES),
          },
        },
      }),
    ...(writes.includes('PATCH') &&
      may('update') && {
        patch: {
          ...shared('PATCH', `Change ${title.toLowerCase()}`, 'write'),
          parameters: [filters(table), ...parameters('select', 'PreferReturn', 'IdempotencyKey')],
          requestBody: sent(`${schema}Change`, false),
          responses: {
            200: answer('The changed rows.', rows, 'Idempotency-Replayed'),
            204: answer('Changed.', null, 'Idempotency-Replayed'),
            ...refusals(...OF_WRITES),
          },
        },
      }),
    ...(writes.includes('DELETE') &&
      table.delete && {
        delete: {
          ...shared('DELETE', `Delete ${title.toLowerCase()}`, 'write'),
          parameters: [filters(table), ...parameters('select', 'PreferReturn', 'IdempotencyKey')],
          responses: {
            200: answer('The deleted rows.', rows, 'Idempotency-Replayed'),
            204: answer('Deleted.', null, 'Idempotency-Replayed'),
            ...refusals(...OF_WRITES),
          },
        },
      }),
  }
}

/** A call of a procedure. Its first sentence is the summary. */
export function procedurePath({ name, example }: Procedure, routine: Routine, scopes: string) {
  const [summary = ''] = routine.comment.split(/(?<=\.) /)
  const returnsNothing = routine.type === 'void'
  return {
    post: {
      operationId: name,
      tags: ['Procedures'],
      summary: name,
      description: `${routine.comment} Scope: ${scopes}.`,
      parameters: parameters('IdempotencyKey'),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: argumentsSchema(routine), example } },
      },
      responses: {
        ...(returnsNothing
          ? { 204: answer('Done.', null) }
          : { 200: answer(summary, answerSchema(routine)) }),
        ...refusals(...OF_WRITES),
      },
      'x-codeSamples': inThreeLanguages({ title: name, method: 'POST', path: `/rpc/${name}`, body: example }),
    },
  }
}
