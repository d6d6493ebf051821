import type { Condition } from '@cairn/workspace/port/records/conditions'
import type { RecordFilter } from '@cairn/workspace/port/records/records'
import { bothOf } from '../conditions/both-of.ts'

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
