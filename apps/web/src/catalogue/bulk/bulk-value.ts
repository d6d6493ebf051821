import type { FieldValues } from '@cairn/workspace/port/records/fields'
import type { RecordField } from '../fields/field.ts'
import { cleanValues } from '../fields/field-problem.ts'
import { COST, keysShownFor, withCurrency } from '../fields/money.ts'

/**
 * Picks the value that many records get in a field from the entered values, which hold other fields too. A cost has its
 * currency.
 */
export function bulkValueOf(field: RecordField, entered: FieldValues): FieldValues {
  const keys = keysShownFor(field)
  const own = Object.fromEntries(Object.entries(entered).filter(([key]) => keys.includes(key)))
  return cleanValues([field], field.key === COST ? withCurrency(own) : own)
}
