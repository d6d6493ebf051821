import type { Conditions } from '@cairn/workspace/port/records/conditions'
import { problemOf } from '@cairn/workspace/rules/condition-problem'
import { type ConditionPart, isSamePart, withPart } from './condition-parts.ts'
import { withoutGoneTags } from './gone-tags.ts'
import type { ListFields } from './list-fields.ts'
import { withOthers } from './tag-condition.ts'

/** Returns the part of a filter that the list knows, as its chip shows it; null where it knows nothing of it. */
export function knownPart(part: ConditionPart, { types, isTagGone }: ListFields): ConditionPart | null {
  const conditions = 'field' in part ? [part] : part.conditions
  const asked = conditions.filter((condition) => problemOf(condition, types) === null)
  const group = { match: 'field' in part ? 'all' : part.match, conditions: asked }
  const known = withoutGoneTags({ match: 'all', conditions: [group] }, isTagGone).conditions?.conditions[0]
  if (known === undefined || 'field' in known) return null
  const [first] = known.conditions
  if (first === undefined) return null
  return 'field' in part ? first : known
}

/** Replaces the shown part of a filter, null removing it: the conditions that the list does not know stay. */
export function changedPart(
  part: ConditionPart,
  next: ConditionPart | null,
  fields: ListFields,
): ConditionPart | null {
  if ('field' in part) return next ?? (knownPart(part, fields) ? null : part)
  const others = part.conditions.filter((condition) => knownPart(condition, fields) === null)
  if (others.length === 0) return next
  const chosen = next === null ? [] : 'field' in next ? [next] : next.conditions
  return {
    match: next !== null && 'match' in next ? next.match : part.match,
    conditions: [...chosen, ...others],
  }
}

/**
 * Replaces a part of a filter by another one; null as the part adds the other one, null as the other one removes the
 * part.
 */
export function putPart(
  conditions: Conditions | null,
  part: ConditionPart | null,
  next: ConditionPart | null,
): Conditions {
  const placeIn = (parts: readonly ConditionPart[]) => parts.findIndex((one) => isSamePart(one, part))
  const place = placeIn(conditions?.conditions ?? [])
  // The part may be of tags, which the chip of tags shows by now.
  if (conditions && place >= 0)
    return { ...conditions, conditions: withPart(conditions.conditions, place, next) }
  return withOthers(conditions, ({ match, conditions: others }) => {
    const among = placeIn(others)
    return { match, conditions: withPart(others, among < 0 ? others.length : among, next) }
  })
}

/** Returns the filter without all of its chips: the tags, and the conditions that the list does not know. */
export function withoutKnown(conditions: Conditions | null, fields: ListFields): Conditions {
  return withOthers(conditions, (others) => ({
    match: 'all',
    conditions: others.conditions.flatMap((part) => changedPart(part, null, fields) ?? []),
  }))
}
