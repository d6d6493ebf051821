import type { Condition, ConditionGroup, Conditions } from '@cairn/workspace/port/records/conditions'

/**
 * Conditions that ask for one more beside all that they ask for. They are nested once: where any of several is enough that
 * are nested themselves, each of them asks for the other one.
 */
export function bothOf(conditions: Conditions | null | undefined, condition: Condition): Conditions {
  if (!conditions) return { match: 'all', conditions: [condition] }
  if (conditions.match === 'all') return { ...conditions, conditions: [...conditions.conditions, condition] }
  const ways = conditions.conditions.map(waysOf)
  const isPlain = ways.every((way) => way.every((all) => all.length === 1))
  const group = (match: ConditionGroup['match'], parts: readonly Condition[]): ConditionGroup => ({
    match,
    conditions: parts,
  })
  return isPlain
    ? { match: 'all', conditions: [group('any', ways.flat(2)), condition] }
    : { match: 'any', conditions: ways.flat().map((all) => group('all', [...all, condition])) }
}

/** In which ways a part can hold: by all of these conditions, or by all of those. */
function waysOf(part: Condition | ConditionGroup): readonly (readonly Condition[])[] {
  if ('field' in part) return [[part]]
  return part.match === 'all' ? [part.conditions] : part.conditions.map((one) => [one])
}

/** How many conditions there are, nested ones included. */
export function countOf({ conditions }: Conditions): number {
  return conditions.reduce((count, part) => count + ('field' in part ? 1 : part.conditions.length), 0)
}
