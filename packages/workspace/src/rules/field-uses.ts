import { FIELDS_FOR } from '../port/records/built-in-uses.ts'
import { OWN } from '../port/records/field-keys.ts'
import type { FieldType } from '../port/records/fields.ts'

const ORDERED: readonly FieldType[] = ['text', 'number', 'date', 'yes_no', 'choice', 'choices', 'address']
const GROUPED: readonly FieldType[] = ['yes_no', 'choice', 'choices', 'member']
const BUILT_IN_ORDERED: readonly string[] = FIELDS_FOR.order
const BUILT_IN_GROUPED: readonly string[] = FIELDS_FOR.group

/** Whether a list can be ordered by a built-in or own field of this type. */
export function canOrderBy(field: string, type: FieldType): boolean {
  return field.startsWith(OWN) ? ORDERED.includes(type) : BUILT_IN_ORDERED.includes(field)
}

/** Whether records can be grouped by a field of this type. */
export function canGroupBy(field: string, type: FieldType): boolean {
  return field.startsWith(OWN) ? GROUPED.includes(type) : BUILT_IN_GROUPED.includes(field)
}
