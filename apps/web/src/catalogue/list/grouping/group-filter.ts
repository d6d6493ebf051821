import type { Condition, ConditionGroup, Conditions } from '@cairn/workspace/port/records/conditions'
import type { RecordFilter } from '@cairn/workspace/port/records/records'

/** The condition that the records of a group fit: they have this value in a field, null for none. */
export function groupCondition(field: string, value: string | null): Condition {
  return value === null
    ? { field, operator: 'empty', values: [] }
    : { field, operator: 'is', values: [value] }
}

/** The filter that asks one condition more. */
export function withCondition(filter: RecordFilter, condition: Condition): RecordFilter {
  return { ...filter, conditions: bothOf(filter.conditions, condition) }
}

/** Conditions are nested once: where any is enough, each of them asks for the other one beside itself. */
function bothOf(conditions: Conditions | undefined, condition: Condition): Conditions {
  if (conditions === undefined) return { match: 'all', conditions: [condition] }
  if (conditions.match === 'all') return { ...conditions, conditions: [...conditions.conditions, condition] }
  const both = (parts: readonly Condition[]): ConditionGroup => ({
    match: 'all',
    conditions: [...parts, condition],
  })
  return {
    match: 'any',
    conditions: conditions.conditions.flatMap((part) => {
      if ('field' in part) return [both([part])]
      return part.match === 'all' ? [both(part.conditions)] : part.conditions.map((one) => both([one]))
    }),
  }
}
