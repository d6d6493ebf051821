import type { BuiltInKey } from './fields.ts'

/** The prefix of the keys of custom fields, in `FieldValues`, filters, orders and the history. */
export const OWN = 'own.'

/** The key of a field in filters and orders. */
export type FieldKey = BuiltInKey | `${typeof OWN}${string}`
