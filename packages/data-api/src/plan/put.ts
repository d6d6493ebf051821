import { noRangeForPut, notByPrimaryKey } from '../errors/request-errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { Filter } from '../request/filter.ts'
import type { Table } from '../schema-cache/relation.ts'

/**
 * The filters of a PUT, which have to name the one row that it makes. Throws PGRST105 for anything but `eq` on each
 * column
 * of the primary key, PGRST114 for limits.
 * Source: https://docs.postgrest.org/en/v14/references/api/tables_views.html#single-row-upsert
 */
export function primaryKeyFilters({ primaryKey }: Table, { filters, ranges }: ApiRequest): Filter[] {
  if (ranges.some(({ path }) => path.length === 0)) throw noRangeForPut()
  const own = filters.flatMap(({ path, item }) => (path.length === 0 ? [item] : []))
  const names = own.map(equalColumn)
  const unique = new Set(names)
  if (unique.size !== names.length || unique.size !== primaryKey.length) throw notByPrimaryKey()
  if (primaryKey.length === 0 || !primaryKey.every((name) => unique.has(name))) throw notByPrimaryKey()
  return own
}

/** The column of `column=eq.value`, undefined for any other filter. */
function equalColumn(filter: Filter): string | undefined {
  if (filter.kind !== 'comparison' || filter.negated || filter.field.path.length > 0) return undefined
  const { comparison, field } = filter
  const equals =
    comparison.kind === 'quantifiable' && comparison.operator === 'eq' && comparison.quantifier === null
  return equals ? field.name : undefined
}
