import type { Conditions } from './conditions.ts'
import type { FieldType } from './fields.ts'
import { HEARTBEAT_FIELD } from './heartbeat-condition.ts'
import { RELATION_FIELDS } from './relation-conditions.ts'

/** The types of the fields of conditions that the records of a list do not tell: the server is asked. */
export const BEYOND_RECORDS: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
  [HEARTBEAT_FIELD, 'choice'],
  ...RELATION_FIELDS.map((field) => [field, 'choice'] as const),
  ['expert', 'member'],
  ['links', 'address'],
  ['imported_from', 'text'],
])

/** Whether conditions ask for what the records of a list do not tell. */
export function asksBeyondRecords(conditions: Conditions | null | undefined): boolean {
  return (conditions?.conditions ?? [])
    .flatMap((part) => ('field' in part ? [part] : part.conditions))
    .some(({ field }) => BEYOND_RECORDS.has(field))
}
