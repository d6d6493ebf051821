import type { Condition, Conditions } from '@cairn/workspace/port/records/conditions'
import { bothOf } from './both-of.ts'
import { withPart } from './condition-parts.ts'

/** Records have any of these tags, or all. */
export interface TagFilter {
  ids: readonly string[]
  all: boolean
}

/** The same as a condition. */
export function tagCondition({ ids, all }: TagFilter): Condition {
  return { field: 'tags', operator: all ? 'all_of' : 'is', values: ids }
}

/** Where the condition stands that the chip of tags shows: it asks for tags, beside all others. Below zero for none. */
export function tagPlace(conditions: Conditions | null): number {
  if (conditions === null || (conditions.match === 'any' && conditions.conditions.length > 1)) return -1
  return conditions.conditions.findIndex(
    (part) =>
      'field' in part && part.field === 'tags' && (part.operator === 'is' || part.operator === 'all_of'),
  )
}

/** How many conditions have a chip of their own: all but the one that the chip of tags shows. */
export function chipCount(conditions: Conditions): number {
  return conditions.conditions.length - (tagPlace(conditions) < 0 ? 0 : 1)
}

/** The tags that the chip shows. */
export function tagsOf(conditions: Conditions | null): TagFilter {
  const part = conditions?.conditions[tagPlace(conditions)]
  return part && 'field' in part
    ? { ids: part.values, all: part.operator === 'all_of' }
    : { ids: [], all: false }
}

/** The conditions with other tags in the chip. */
export function withTags(conditions: Conditions | null, tags: TagFilter): Conditions | null {
  const place = tagPlace(conditions)
  const condition = tags.ids.length > 0 ? tagCondition(tags) : null
  if (conditions === null || place < 0) return condition ? bothOf(conditions, condition) : conditions
  return { ...conditions, conditions: withPart(conditions.conditions, place, condition) }
}
