import type { Phrase } from '../../lib/phrase.ts'
import { BUILT_IN_FIELDS as FIELDS } from './built-in-fields.ts'

export const FIELD_TYPES = [
  'text',
  'long_text',
  'number',
  'date',
  'yes_no',
  'choice',
  'choices',
  'member',
  'record',
  'address',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/**
 * A value of a field: the IDs for `choices`; the ID for `choice`, `member` and `record`; the day as `2026-12-31` for
 * `date`.
 */
export type FieldValue = string | number | boolean | readonly string[]

/** The values of a record, by the key of the field. A field without a value is missing. */
export type FieldValues = Readonly<Record<string, FieldValue>>

/** The colors that a tag or a choice can have. Screens draw each so that it can be read in light and dark. */
export const COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type Color = (typeof COLORS)[number]

/** A choice of a built-in field. */
interface BuiltInChoice {
  id: string
  name: Phrase
  color: Color
}

/** A field that the records of every catalogue have. Its key is the name of its column. */
export interface BuiltInField {
  label: Phrase
  type: FieldType
  /** The maximum length of a text. */
  maxLength?: number
  choices?: readonly BuiltInChoice[]
}

/** All built-in fields, in their order. A cost is entered with its currency, a code of three letters. */
export const BUILT_IN_FIELDS = FIELDS satisfies Record<string, BuiltInField>

export type BuiltInKey = keyof typeof BUILT_IN_FIELDS

/** Their keys, in their order. */
export const BUILT_IN_KEYS: readonly BuiltInKey[] = Object.keys(BUILT_IN_FIELDS).filter(isBuiltInKey)

/** Whether a word is the key of a built-in field. */
export function isBuiltInKey(word: string): word is BuiltInKey {
  return Object.hasOwn(BUILT_IN_FIELDS, word)
}
