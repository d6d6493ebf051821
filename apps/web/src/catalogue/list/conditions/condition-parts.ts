import type { Condition, ConditionGroup, Conditions } from '@cairn/workspace/port/records/conditions'

/** One of the parts of a filter: a condition, or several that are nested. */
export type ConditionPart = Condition | ConditionGroup

export const NO_CONDITIONS: Conditions = { match: 'all', conditions: [] }

/** The list with another part in a place; null takes it out, and a place behind the last one adds it. */
export function withPart<Part>(parts: readonly Part[], place: number, part: Part | null): readonly Part[] {
  return [...parts.slice(0, place), ...(part === null ? [] : [part]), ...parts.slice(place + 1)]
}
