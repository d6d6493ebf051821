import type { LIST_MARKS } from './list-marks.ts'
import type { Person } from './people.ts'

/** A field that a column can be matched with, as the caller knows it. */
export interface Target {
  key: string
  /** The names of the field, in any languages. */
  names: readonly string[]
  type: TargetType
  /** For a choice, the words that can be chosen. */
  choices?: readonly Choice[]
  /** For a member, the people whom the caller sees; each spelling of one of them is their ID. */
  people?: readonly Person[]
  /** The separators between the values of a field with several; null for a single value. */
  list?: keyof typeof LIST_MARKS | null
}

/** A member is named by an e-mail address, or by a name that the caller looks up. */
export type TargetType =
  | 'text'
  | 'member'
  | 'number'
  | 'date'
  | 'yes_no'
  | 'choice'
  | 'choices'
  | 'email'
  | 'address'

export interface Choice {
  id: string
  /** Its name and other words for it. */
  names: readonly string[]
}
