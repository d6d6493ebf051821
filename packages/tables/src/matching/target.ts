/** A field that a column can go to, as the caller knows it. */
export interface Target {
  key: string
  /** What the field is called, in whichever languages. */
  names: readonly string[]
  type: TargetType
  /** The words that can be chosen, of a choice. */
  choices?: readonly Choice[]
  /** It has several values; a cell has them with such marks between them. */
  list?: keyof typeof LIST_MARKS | null
}

/** What stands between the values of a list; where they may have a comma, it is none. */
export const LIST_MARKS = { commas: ',;|\n', lines: ';|\n' } as const

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
