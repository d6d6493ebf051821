import type { FieldValue, FieldValues } from '@cairn/workspace/port/records/fields'

/** Whether a value says nothing: it is not stored. */
export function isEmptyValue(value: FieldValue | undefined): boolean {
  if (value === undefined) return true
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0
}

/** The values with another one of a field; undefined for none. */
export function withValue(values: FieldValues, key: string, value: FieldValue | undefined): FieldValues {
  if (value !== undefined) return { ...values, [key]: value }
  const { [key]: _, ...others } = values
  return others
}
