import type { BuiltInKey } from './fields.ts'

/** What stands before the key of an own field, in `FieldValues`, filters, orders and the history. */
export const OWN = 'own.'

/** What a field is called in filters and orders. */
export type FieldKey = BuiltInKey | `${typeof OWN}${string}`
