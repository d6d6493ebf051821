import type { PostgresFailure } from '@cairn/postgres/wire/errors'
import type { ApiRequest } from '../request/api-request.ts'
import { inSchema } from '../schema-cache/relation.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'

/**
 * A refusal in the names that the caller knows: where a view stands for a table, Postgres speaks of the table and its
 * constraints.
 */
export function inNamesOfViews(
  { tables }: SchemaCache,
  { schema, resource }: ApiRequest,
  failure: PostgresFailure,
): PostgresFailure {
  const standIn = (name: string) => {
    const table = inSchema(tables, schema, name)
    return table !== undefined && table.standsFor !== null ? table : undefined
  }
  const denied = /^permission denied for view (.+)$/.exec(failure.message)?.[1]
  if (denied !== undefined && standIn(denied) !== undefined)
    return { ...failure, message: `permission denied for table ${denied}` }
  const view = resource.kind === 'table' ? standIn(resource.name) : undefined
  if (view === undefined || !(failure.code.startsWith('23') || failure.code === '42501')) return failure
  const named = (text: string) =>
    text
      .replaceAll(`"${view.standsFor}"`, `"${view.name}"`)
      .replaceAll(`"${view.standsFor}_`, `"${view.name}_`)
  return {
    ...failure,
    message: named(failure.message),
    detail: failure.detail === null ? null : named(failure.detail),
  }
}
