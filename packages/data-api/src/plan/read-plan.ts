import type { Compared } from '../request/comparison.ts'
import type { RowRange } from '../request/range.ts'
import type { Relation } from '../schema-cache/relation.ts'
import { joiningColumns, type Relationship } from '../schema-cache/relationships.ts'
import type { Field } from './field.ts'

/** What to read of one relation. Every name in it exists. */
export interface ReadPlan {
  relation: Relation
  output: readonly OutputItem[]
  where: readonly Condition[]
  order: readonly OrderBy[]
  range: RowRange
}

/** One entry of each row in the answer. */
export type OutputItem =
  | { kind: 'all' }
  | { kind: 'field'; field: Field; cast: string | null; label: string }
  | { kind: 'embed'; embed: EmbedPlan }

/** Rows of another relation within each row: one object, or an array of them. */
export interface EmbedPlan {
  label: string
  relationship: Relationship
  /** Rows without any are left out. */
  inner: boolean
  read: ReadPlan
}

export type Condition =
  | ({ kind: 'comparison'; field: Field } & Compared)
  | { kind: 'group'; operator: 'and' | 'or'; negated: boolean; conditions: readonly Condition[] }
  /** Whether there is any embedded row. */
  | { kind: 'embedded'; embed: EmbedPlan; exists: boolean }

export interface OrderBy {
  field: Field
  /** The embedded relation that the field belongs to, null for the relation itself. */
  embed: EmbedPlan | null
  descending: boolean
  nulls: 'first' | 'last' | null
}

export function embedsOf(plan: ReadPlan): EmbedPlan[] {
  return plan.output.flatMap((item) => (item.kind === 'embed' ? [item.embed] : []))
}

/** An embed whose select is empty is there for its conditions alone and does not show in the answer. */
export function isShown({ read }: EmbedPlan): boolean {
  return read.output.some((item) => item.kind !== 'embed' || isShown(item.embed))
}

/**
 * The columns that rows must have for this plan to be read from them, null for all of them. A mutation returns these
 * and no others, so that nobody needs a right to columns that they did not ask for.
 */
export function neededColumns(plan: ReadPlan): ReadonlySet<string> | null {
  if (plan.output.some(({ kind }) => kind === 'all')) return null
  const names = new Set<string>()
  for (const item of plan.output) {
    if (item.kind === 'field') names.add(item.field.column.name)
    if (item.kind === 'embed') for (const name of joiningColumns(item.embed.relationship)) names.add(name)
  }
  for (const { field, embed } of plan.order) if (embed === null) names.add(field.column.name)
  for (const condition of plan.where) addColumns(condition, names)
  return names
}

function addColumns(condition: Condition, names: Set<string>): void {
  if (condition.kind === 'comparison') names.add(condition.field.column.name)
  if (condition.kind === 'group') for (const member of condition.conditions) addColumns(member, names)
}
