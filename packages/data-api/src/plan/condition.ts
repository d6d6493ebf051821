import { filterOnEmbedded, notEmbedded, orderByManyRows } from '../errors/request-errors.ts'
import { noArrayOf, textSearchConfigNotFound } from '../errors/schema-errors.ts'
import type { Comparison } from '../request/comparison.ts'
import type { FieldName } from '../request/field.ts'
import type { Filter } from '../request/filter.ts'
import type { OrderTerm } from '../request/order.ts'
import type { Relation } from '../schema-cache/relation.ts'
import { leadsToOneRow } from '../schema-cache/relationships.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'
import { type Field, resolveField } from './field.ts'
import {
  type Condition,
  embedsOf,
  type OrderBy,
  type OrderKey,
  type OutputItem,
  type SpreadColumn,
} from './read-plan.ts'

/** The scope in which conditions and orders look up their names. */
export interface Scope {
  cache: SchemaCache
  relation: Relation
  /** The output of each row, with the resources embedded in it. */
  output: readonly OutputItem[]
}

/** Plans a condition on a relation; it may name the relation's own columns and the resources embedded in it. */
export function planCondition(scope: Scope, filter: Filter): Condition {
  if (filter.kind === 'group') {
    const { operator, negated, filters } = filter
    return {
      kind: 'group',
      operator,
      negated,
      conditions: filters.map((member) => planCondition(scope, member)),
    }
  }
  const { negated, comparison } = filter
  const embed = embedsOf(scope).find(({ label }) => label === filter.field.name)
  if (embed !== undefined && !scope.relation.columns.has(embed.label)) {
    if (comparison.kind !== 'is' || !['null', 'not_null'].includes(comparison.value)) {
      throw filterOnEmbedded(embed.label)
    }
    return { kind: 'embedded', embed, exists: (comparison.value === 'null') === negated }
  }
  const field = resolveField(scope.relation, filter.field)
  requirePossible(scope.cache, field, comparison)
  return { kind: 'comparison', field, negated, comparison }
}

function requirePossible(cache: SchemaCache, { type }: Field, comparison: Comparison): void {
  if (comparison.kind === 'textSearch' && comparison.config !== null) {
    if (!cache.textSearchConfigs.has(comparison.config)) throw textSearchConfigNotFound(comparison.config)
  }
  const isList =
    comparison.kind === 'in' || (comparison.kind === 'quantifiable' && comparison.quantifier !== null)
  if (isList && type.array === null) throw noArrayOf(type.compared)
}

/** Plans a term of an order: a column of the relation, or of a resource embedded as one object. */
export function planOrder(scope: Scope, { field, relation, ...direction }: OrderTerm): OrderBy {
  const by: OrderKey =
    relation === null
      ? { kind: 'own', field: resolveField(scope.relation, field) }
      : relatedKey(scope, relation, field)
  return { by, ...direction }
}

/** For a spread resource, names in the response take precedence over names of columns. */
function relatedKey({ relation, output }: Scope, name: string, field: FieldName): OrderKey {
  for (const item of output) {
    if ((item.kind !== 'embed' && item.kind !== 'spread') || item.embed.label !== name) continue
    const { embed } = item
    if (!leadsToOneRow(embed.relationship)) throw orderByManyRows(relation.name, name)
    const isAnswered = ({ label, aggregate }: SpreadColumn) => label === field.name && aggregate === null
    if (item.kind === 'spread' && field.path.length === 0 && item.columns.some(isAnswered)) {
      return { kind: 'spread', embed, label: field.name }
    }
    return { kind: 'embedded', embed, field: resolveField(embed.read.relation, field) }
  }
  throw notEmbedded(name)
}
