import { type FieldKey, OWN } from '../port/records/field-keys.ts'
import { isBuiltInKey } from '../port/records/fields.ts'

/** A word as the key of a field; null for one that cannot be. */
export function fieldKeyOf(word: string): FieldKey | null {
  if (word.startsWith(OWN)) return `${OWN}${word.slice(OWN.length)}`
  return isBuiltInKey(word) ? word : null
}
