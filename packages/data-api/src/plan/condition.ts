import { filterOnEmbedded, notEmbedded, orderByManyRows } from '../errors/request-errors.ts'
import { noArrayOf, textSearchConfigNotFound } from '../errors/schema-errors.ts'
import type { Comparison } from '../request/comparison.ts'
import type { Filter } from '../request/filter.ts'
import type { OrderTerm } from '../request/order.ts'
import type { Relation } from '../schema-cache/relation.ts'
import { leadsToOneRow } from '../schema-cache/relationships.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'
import { type Field, resolveField } from './field.ts'
import type { Condition, EmbedPlan, OrderBy } from './read-plan.ts'

/** Where conditions and orders find their names. */
export interface Scope {
  cache: SchemaCache
  relation: Relation
  embeds: readonly EmbedPlan[]
}

/** Plans a condition on a relation; its own columns and the resources embedded in it may be named. */
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
  const embed = scope.embeds.find(({ label }) => label === filter.field.name)
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

/** Plans one term of an order: a column of the relation, or of a resource embedded as one object. */
export function planOrder(
  { relation, embeds }: Scope,
  { field, relation: name, ...direction }: OrderTerm,
): OrderBy {
  if (name === null) return { field: resolveField(relation, field), embed: null, ...direction }
  const embed = embeds.find(({ label }) => label === name)
  if (embed === undefined) throw notEmbedded(name)
  if (!leadsToOneRow(embed.relationship)) throw orderByManyRows(relation.name, name)
  return { field: resolveField(embed.read.relation, field), embed, ...direction }
}
