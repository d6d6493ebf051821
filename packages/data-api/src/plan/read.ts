import { aggregatesAreOff, notEmbedded, tooComplex } from '../errors/request-errors.ts'
import { typeNotFound } from '../errors/schema-errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { Filter, Placed } from '../request/filter.ts'
import { LIMITS } from '../request/limits.ts'
import type { OrderTerm } from '../request/order.ts'
import { ALL_ROWS, atMost, type RowRange } from '../request/range.ts'
import type { AggregateItem, EmbedItem, SelectItem } from '../request/select.ts'
import type { Relation } from '../schema-cache/relation.ts'
import { leadsToOneRow, type Relationship } from '../schema-cache/relationships.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'
import { planCondition, planOrder } from './condition.ts'
import { firstPlace, type Place, placeBelow, requireBoundedFanOut } from './fan-out.ts'
import { type Field, labelOf, resolveField } from './field.ts'
import type { EmbedPlan, OutputItem, ReadPlan } from './read-plan.ts'
import { findRelationship } from './relationship.ts'
import { planSpread } from './spread.ts'

/** The parts of a request that describe what to read. */
export type ReadRequest = Pick<ApiRequest, 'select' | 'filters' | 'orders' | 'ranges'>

/**
 * Plans reading a relation and all resources embedded in it. Throws the protocol's error for every name that does not
 * exist.
 */
export function planRead(
  cache: SchemaCache,
  relation: Relation,
  { select, filters, orders, ranges }: ReadRequest,
  limits: ReadLimits,
): ReadPlan {
  const output = select.length === 0 ? [{ kind: 'all' } as const] : select
  const level = { output, filters, orders, ranges }
  const read = planLevel({ cache, ...limits, place: firstPlace(relation) }, relation, level, limits.maxRows)
  requireBoundedFanOut(read)
  return read
}

/** The limits of a read. */
export interface ReadLimits {
  /** The maximum number of rows of each relation, null for no limit. */
  maxRows: number | null
  /** Whether aggregates may be selected. */
  aggregates: boolean
}

/** The limits of a request. */
export interface RequestLimits extends ReadLimits {
  /** Whether a request without a filter may change all of a table. Left out, it may not. */
  unfiltered?: boolean
  /** Whether the caller may request the query plan of Postgres. */
  plans?: boolean
}

type FieldItem = Extract<SelectItem, { kind: 'field' }>

interface Context extends ReadLimits {
  cache: SchemaCache
  place: Place
}

/** The part of a request for one relation, and for those below it. */
interface Level {
  output: readonly SelectItem[]
  filters: readonly Placed<Filter>[]
  orders: readonly Placed<readonly OrderTerm[]>[]
  ranges: readonly Placed<RowRange>[]
}

function planLevel(context: Context, relation: Relation, level: Level, most: number | null): ReadPlan {
  requireEmbedded(level)
  // A missing relationship is reported before a missing column.
  const related = new Map(
    level.output.flatMap((item): [SelectItem, OutputItem][] =>
      item.kind === 'embed' ? [[item, planItem(context, relation, level, item)]] : [],
    ),
  )
  const output = level.output.map((item) => related.get(item) ?? planItem(context, relation, level, item))
  requireFewOfEach(output)
  const scope = { cache: context.cache, relation, output }
  const range = here(level.ranges).at(0) ?? ALL_ROWS
  return {
    relation,
    output,
    where: here(level.filters).map((filter) => planCondition(scope, filter)),
    order: (here(level.orders).at(0) ?? []).map((term) => planOrder(scope, term)),
    range: most === null ? range : atMost(range, most),
  }
}

/** Limits how often a field is selected: the size of a row is known only when it is written. */
function requireFewOfEach(output: readonly OutputItem[]): void {
  const times = new Map<string, number>()
  for (const item of output) {
    if (item.kind !== 'field') continue
    const key = keyOf(item.field)
    const sofar = times.get(key) ?? 0
    if (sofar >= LIMITS.sameField) {
      throw tooComplex(`'${labelOf(item.field)}' is selected more than ${LIMITS.sameField} times`)
    }
    times.set(key, sofar + 1)
  }
}

function keyOf({ column, path }: Field): string {
  return JSON.stringify([column.name, ...path.map(({ operand }) => operand)])
}

/** The items of the level itself. */
function here<T>(placed: readonly Placed<T>[]): T[] {
  return placed.flatMap(({ path, item }) => (path.length === 0 ? [item] : []))
}

/** The items of an embedded resource, by its alias or its name, as seen from there. */
function below<T>(placed: readonly Placed<T>[], { alias, target }: EmbedItem): Placed<T>[] {
  return placed.flatMap(({ path: [first, ...path], item }) =>
    first !== undefined && (first === alias || first === target) ? [{ path, item }] : [],
  )
}

function requireEmbedded({ output, filters, orders, ranges }: Level): void {
  for (const { path } of [...filters, ...orders, ...ranges]) {
    const [name] = path
    if (name === undefined) continue
    const isThere = output.some(
      (item) => item.kind === 'embed' && (item.alias === name || item.target === name),
    )
    if (!isThere) throw notEmbedded(name)
  }
}

function planItem(context: Context, relation: Relation, level: Level, item: SelectItem): OutputItem {
  switch (item.kind) {
    case 'all':
      return item
    case 'field': {
      if (isBareCount(relation, item)) return planCount(context, item)
      const field = resolveField(relation, item.field)
      const cast = castType(context.cache, item.cast)
      return { kind: 'field', field, cast, label: item.alias ?? labelOf(field) }
    }
    case 'aggregate':
      return planAggregate(context, relation, item)
    case 'embed': {
      const embed = planEmbed(context, relation, level, item)
      return item.spread ? planSpread(embed) : { kind: 'embed', embed }
    }
  }
}

/**
 * `tasks(count)`: the form in which clients count embedded rows. It reveals no more than `count=exact`, so it is always
 * available. A column of that name takes precedence.
 */
function isBareCount({ columns, computed }: Relation, { field: { name, path } }: FieldItem): boolean {
  return name === 'count' && path.length === 0 && !columns.has(name) && !computed.has(name)
}

function planCount({ cache }: Context, { alias, cast }: FieldItem): OutputItem {
  return {
    kind: 'aggregate',
    aggregate: 'count',
    of: null,
    cast: castType(cache, cast),
    label: alias ?? 'count',
  }
}

function planAggregate(context: Context, relation: Relation, item: AggregateItem): OutputItem {
  const { aggregate, of } = item
  const planned = of && {
    field: resolveField(relation, of.field),
    cast: castType(context.cache, of.cast),
  }
  if (!context.aggregates) throw aggregatesAreOff()
  const cast = castType(context.cache, item.cast)
  return { kind: 'aggregate', aggregate, of: planned, cast, label: item.alias ?? aggregate }
}

function planEmbed(context: Context, relation: Relation, level: Level, item: EmbedItem): EmbedPlan {
  const relationship = findRelationship(context.cache, relation, item)
  const place = placeBelow(context.place, relationship)
  const asked = {
    output: item.items,
    filters: below(level.filters, item),
    orders: below(level.orders, item),
    ranges: below(level.ranges, item),
  }
  const most = leadsToOneRow(relationship) ? mostOfOne(relationship) : context.maxRows
  const read = planLevel({ ...context, place }, relationship.target, asked, most)
  const label = item.alias ?? item.target
  return { label, relationship, inner: item.inner, repeated: place.turns > 0, read }
}

/**
 * The maximum number of rows: a key leads to one row at most; a function that is declared to return one may return
 * more.
 */
function mostOfOne({ computedBy }: Relationship): number | null {
  return computedBy === null ? null : 1
}

function castType(cache: SchemaCache, name: string | null): string | null {
  if (name === null) return null
  const type = cache.castTypes.get(name.toLowerCase())
  if (type === undefined) throw typeNotFound(name)
  return type
}
