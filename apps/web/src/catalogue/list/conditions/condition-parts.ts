import type { Condition, ConditionGroup, Conditions } from '@cairn/workspace/port/records/conditions'
import { replaceEqualDeep } from '@tanstack/react-query'

/** A part of a filter: a condition, or several that are nested. */
export type ConditionPart = Condition | ConditionGroup

export const NO_CONDITIONS: Conditions = { match: 'all', conditions: [] }

/** Returns the parts with another part at a place; null removes it, and a place behind the last one adds it. */
export function withPart<Part>(parts: readonly Part[], place: number, part: Part | null): readonly Part[] {
  return [...parts.slice(0, place), ...(part === null ? [] : [part]), ...parts.slice(place + 1)]
}

/** Whether two parts ask the same in the same words. */
export function isSamePart(one: ConditionPart, other: ConditionPart | null | undefined): boolean {
  return replaceEqualDeep<unknown>(one, other) === one
}
