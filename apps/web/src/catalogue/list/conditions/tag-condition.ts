import type { Condition, ConditionGroup, Conditions } from '@cairn/workspace/port/records/conditions'
import { bothOf } from './both-of.ts'
import { type ConditionPart, isSamePart, NO_CONDITIONS, withPart } from './condition-parts.ts'

/** Records have any of these tags, or all. */
export interface TagFilter {
  ids: readonly string[]
  all: boolean
}

/** The same as a condition. */
export function tagCondition({ ids, all }: TagFilter): Condition {
  return { field: 'tags', operator: all ? 'all_of' : 'is', values: ids }
}

/** A filter in two: what the chip of tags shows, and all that is asked beside it. */
interface Split {
  others: Conditions
  tags: Condition | null
  /** Where the tags stand among the others, if they do. */
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

/** The other way round. */
function joined({ others, tags, place }: Split): Conditions {
  const { match, conditions: parts } = others
  if (tags === null) return others
  if (match === 'any' && parts.length > 0) return bothOf(others, tags)
  // Tags behind a single group would say that its conditions are all the others.
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

/** One of several ways without the tags that each of them asks for, as `bothOf` writes them; none where it asks nothing else. */
function wayWithout(part: ConditionPart, tags: Condition): readonly ConditionPart[] {
  if ('field' in part || part.match === 'any' || !isSamePart(tags, part.conditions.at(-1))) return []
  const [first, ...more] = part.conditions.slice(0, -1)
  if (first === undefined) return []
  return [more.length === 0 ? first : { match: 'all', conditions: [first, ...more] }]
}

/** What has chips of its own: all but what the chip of tags shows. */
export function othersOf(conditions: Conditions | null): Conditions {
  return split(conditions).others
}

/** The conditions with others beside what the chip of tags shows. */
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

/** The same without tags that are gone: alone, such a one could not be asked for. */
export function livingTags(conditions: Conditions | null, isTagGone: (id: string) => boolean): TagFilter {
  const { ids, all } = tagsOf(conditions)
  return { ids: ids.filter((id) => !isTagGone(id)), all }
}

/** The conditions with other tags in the chip. */
export function withTags(conditions: Conditions | null, tags: TagFilter): Conditions {
  return joined({ ...split(conditions), tags: tags.ids.length > 0 ? tagCondition(tags) : null })
}
