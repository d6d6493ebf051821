import type { Condition, ConditionGroup, Conditions } from '@cairn/workspace/port/records/conditions'
import { bothOf } from './both-of.ts'
import { type ConditionPart, isSamePart, NO_CONDITIONS, withPart } from './condition-parts.ts'

/** Records have any of these tags, or all. */
export interface TagFilter {
  ids: readonly string[]
  all: boolean
}

/** Returns the same filter as a condition. */
export function tagCondition({ ids, all }: TagFilter): Condition {
  return { field: 'tags', operator: all ? 'all_of' : 'is', values: ids }
}

/** A filter in two: the tags of the chip, and all other conditions. */
interface Split {
  others: Conditions
  tags: Condition | null
  /** The index of the tags among the others, if they are there. */
  place?: number
}

function split(conditions: Conditions | null): Split {
  const { match, conditions: parts } = conditions ?? NO_CONDITIONS
  const [first, second] = parts
  if (match === 'all' && parts.length === 2 && isEither(first) && isOfTags(second))
    return { others: first, tags: second }
  const place = match === 'all' || parts.length === 1 ? parts.findIndex(isOfTags) : -1
  const tags = parts[place] ?? (match === 'any' && first && 'match' in first && first.conditions.at(-1))
  if (tags && isOfTags(tags)) {
    if (place >= 0) return { others: { match, conditions: withPart(parts, place, null) }, tags, place }
    const ways = parts.flatMap((part) => wayWithout(part, tags))
    if (ways.length === parts.length) return { others: { match, conditions: ways }, tags }
  }
  return { others: { match, conditions: parts }, tags: null }
}

/** Joins the two again. */
function joined({ others, tags, place }: Split): Conditions {
  const { match, conditions: parts } = others
  if (tags === null) return others
  if (match === 'any' && parts.length > 0) return bothOf(others, tags)
  // Tags after a single group would make its conditions look like all the others.
  const at = parts.length === 1 && isEither(parts[0]) ? 0 : (place ?? parts.length)
  return { match, conditions: [...parts.slice(0, at), tags, ...parts.slice(at)] }
}

function isOfTags(part: ConditionPart | undefined): part is Condition {
  return (
    part !== undefined &&
    'field' in part &&
    part.field === 'tags' &&
    (part.operator === 'is' || part.operator === 'all_of')
  )
}

const isEither = (part: ConditionPart | undefined): part is ConditionGroup =>
  part !== undefined && 'match' in part && part.match === 'any'

/**
 * Returns an alternative without the tags that each alternative asks for, as `bothOf` writes them; none where it asks
 * nothing else.
 */
function wayWithout(part: ConditionPart, tags: Condition): readonly ConditionPart[] {
  if ('field' in part || part.match === 'any' || !isSamePart(tags, part.conditions.at(-1))) return []
  const [first, ...more] = part.conditions.slice(0, -1)
  if (first === undefined) return []
  return [more.length === 0 ? first : { match: 'all', conditions: [first, ...more] }]
}

/** Returns the conditions that have separate chips: all but those that the chip of tags shows. */
export function othersOf(conditions: Conditions | null): Conditions {
  return split(conditions).others
}

/** Replaces all conditions but those that the chip of tags shows. */
export function withOthers(
  conditions: Conditions | null,
  next: (others: Conditions) => Conditions,
): Conditions {
  const { others, ...tags } = split(conditions)
  return joined({ others: next(others), ...tags })
}

/** The tags that the chip shows. */
export function tagsOf(conditions: Conditions | null): TagFilter {
  const { tags } = split(conditions)
  return { ids: tags?.values ?? [], all: tags?.operator === 'all_of' }
}

/** Returns the same filter without deleted tags: a deleted tag alone could not be asked for. */
export function livingTags(conditions: Conditions | null, isTagGone: (id: string) => boolean): TagFilter {
  const { ids, all } = tagsOf(conditions)
  return { ids: ids.filter((id) => !isTagGone(id)), all }
}

/** Replaces the tags in the chip. */
export function withTags(conditions: Conditions | null, tags: TagFilter): Conditions {
  return joined({ ...split(conditions), tags: tags.ids.length > 0 ? tagCondition(tags) : null })
}
