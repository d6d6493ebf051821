import type { FieldType } from '../port/records/fields.ts'
import { HEARTBEAT_FIELD } from '../port/records/heartbeat-condition.ts'

const ORDERED: readonly FieldType[] = ['text', 'number', 'date', 'yes_no', 'choice', 'choices', 'address']
const GROUPED: readonly FieldType[] = ['yes_no', 'choice', 'choices', 'member']
/** Text fields whose values many records share. */
const SHARED_TEXTS: readonly string[] = ['vendor', 'department', 'cost_currency']
/** Fields that catalogues order in their own way, or not at all. */
const OTHERS: readonly string[] = [
  'name',
  'description',
  'status',
  'owner',
  'tags',
  'created',
  'updated',
  HEARTBEAT_FIELD,
]

/** Whether a list can be ordered by a built-in or own field of this type. */
export function canOrderBy(field: string, type: FieldType): boolean {
  return ORDERED.includes(type) && !OTHERS.includes(field)
}

/** Whether records can be grouped by a field of this type. */
export function canGroupBy(field: string, type: FieldType): boolean {
  return field !== HEARTBEAT_FIELD && (GROUPED.includes(type) || SHARED_TEXTS.includes(field))
}
