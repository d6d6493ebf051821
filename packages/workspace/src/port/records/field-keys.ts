import type { BuiltInKey } from './fields.ts'

/** The keys of the built-in fields, in their order. */
export const BUILT_IN_KEYS: readonly BuiltInKey[] = [
  'vendor',
  'department',
  'criticality',
  'data_class',
  'lifecycle',
  'cost_per_month',
  'cost_currency',
  'renews_on',
]

/** What stands before the key of an own field, in `FieldValues`, filters, orders and the history. */
export const OWN = 'own.'

/** What a field is called in filters and orders. */
export type FieldKey = BuiltInKey | `${typeof OWN}${string}`

/** A word as the key of a field; null for one that cannot be. */
export function fieldKeyOf(word: string): FieldKey | null {
  if (word.startsWith(OWN)) return `${OWN}${word.slice(OWN.length)}`
  return BUILT_IN_KEYS.find((key) => key === word) ?? null
}
