import type { Compared } from '../request/comparison.ts'
import type { RowRange } from '../request/range.ts'
import type { AggregateFunction } from '../request/select.ts'
import type { Relation } from '../schema-cache/relation.ts'
import { joiningColumns, type Relationship } from '../schema-cache/relationships.ts'
import type { Field } from './field.ts'

/** The plan for reading one relation. Every name in it exists. */
export interface ReadPlan {
  relation: Relation
  output: readonly OutputItem[]
  where: readonly Condition[]
  order: readonly OrderBy[]
  range: RowRange
}

/** An entry of each row in the response. */
export type OutputItem =
  | { kind: 'all' }
  | { kind: 'field'; field: Field; cast: string | null; label: string }
  | ({ kind: 'aggregate'; of: { field: Field; cast: string | null } | null; label: string } & Aggregate)
  | { kind: 'embed'; embed: EmbedPlan }
  | { kind: 'spread'; embed: EmbedPlan; columns: readonly SpreadColumn[] }

/** An aggregate function and the type to which its result is cast. */
export interface Aggregate {
  aggregate: AggregateFunction
  cast: string | null
}

/** A column of an embedded resource that becomes one of the row around it, possibly aggregated there. */
export interface SpreadColumn {
  label: string
  /** `ofRows` where rows are counted, without any such column. */
  aggregate: (Aggregate & { ofRows: boolean }) | null
  /** True for embedded rows and for arrays: they are written as json, which Postgres cannot compare. */
  json: boolean
}

/** Rows of another relation within each row: one object, or an array of them. */
export interface EmbedPlan {
  label: string
  relationship: Relationship
  /** Whether rows without any embedded row are left out. */
  inner: boolean
  /** True when its rows can be read many times over: then they are counted (see fan-out.ts). */
  repeated: boolean
  read: ReadPlan
}

export type Condition =
  | ({ kind: 'comparison'; field: Field } & Compared)
  | { kind: 'group'; operator: 'and' | 'or'; negated: boolean; conditions: readonly Condition[] }
  /** Whether an embedded row exists. */
  | { kind: 'embedded'; embed: EmbedPlan; exists: boolean }

export interface OrderBy {
  by: OrderKey
  descending: boolean
  nulls: 'first' | 'last' | null
}

/** The keys by which rows are ordered. */
export type OrderKey =
  | { kind: 'own'; field: Field }
  /** A field of the one embedded row, whether or not it is in the response. */
  | { kind: 'embedded'; embed: EmbedPlan; field: Field }
  /** A column that a spread resource adds to the row, by its name there. */
  | { kind: 'spread'; embed: EmbedPlan; label: string }

export function embedsOf({ output }: Pick<ReadPlan, 'output'>): EmbedPlan[] {
  return output.flatMap((item) => (item.kind === 'embed' || item.kind === 'spread' ? [item.embed] : []))
}

/** Whether the embed is in the response. An embed whose select is empty exists for its conditions alone. */
export function isShown({ read }: EmbedPlan): boolean {
  return read.output.some((item) => {
    if (item.kind === 'embed') return isShown(item.embed)
    return item.kind !== 'spread' || item.columns.length > 0
  })
}

/** True when rows are grouped: then they are grouped by everything that is not aggregated. */
export function isGrouped({ output }: ReadPlan): boolean {
  return output.some(
    (item) =>
      item.kind === 'aggregate' ||
      (item.kind === 'spread' && item.columns.some(({ aggregate }) => aggregate !== null)),
  )
}

/**
 * The columns that rows must have for this plan to be read from them, null for all of them. A mutation returns only
 * these, so that a caller needs no right to columns that the request does not name.
 */
export function neededColumns(plan: ReadPlan): ReadonlySet<string> | null {
  if (plan.output.some(({ kind }) => kind === 'all')) return null
  const joining = embedsOf(plan).flatMap(({ relationship }) => joiningColumns(relationship))
  const stored = fieldsOf(plan).flatMap(({ column }) => (column.computedBy === null ? [column.name] : []))
  return new Set([...stored, ...joining])
}

/** True when each row is also needed as a value of the table's row type: functions that compute columns take it. */
export function needsWholeRows(plan: ReadPlan): boolean {
  return (
    fieldsOf(plan).some(({ column }) => column.computedBy !== null) ||
    embedsOf(plan).some(({ relationship }) => relationship.computedBy !== null)
  )
}

/** All fields that this level reads of its own rows. */
function fieldsOf({ output, order, where }: ReadPlan): Field[] {
  return [
    ...output.flatMap((item) => {
      if (item.kind === 'field') return [item.field]
      return item.kind === 'aggregate' && item.of !== null ? [item.of.field] : []
    }),
    ...order.flatMap(({ by }) => (by.kind === 'own' ? [by.field] : [])),
    ...where.flatMap(conditionFields),
  ]
}

function conditionFields(condition: Condition): Field[] {
  if (condition.kind === 'comparison') return [condition.field]
  return condition.kind === 'group' ? condition.conditions.flatMap(conditionFields) : []
}
