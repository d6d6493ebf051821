import type { Target } from '@cairn/tables/matching/target'
import type { ImportKey } from '@cairn/workspace/port/imports'

/** A field of the records as an import knows it. */
export interface ImportTarget extends Target {
  /** The user's name for it. */
  label: string
  /** The separator of several values in a cell. Null for a field with a single value. */
  list: 'commas' | 'lines' | null
}

/** The use of a column: a field takes it, it is a line of the description, or it is left out. */
export type ColumnUse = { use: 'field'; key: string } | { use: 'line' } | { use: 'out' }

/** Is remembered in place of a field for a column that is a line of the description. */
export const LINE = 'line'

/** Meanings of words by some key. */
export type Words = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The mapping from the columns of a table to fields. */
export interface Mapping {
  /** As many as there are columns. */
  columns: readonly ColumnUse[]
  /**
   * The meanings of words, by the key of the field: the id of a choice by the word; empty for a word that is left out.
   */
  words: Words
  /** The same of earlier imports of the account, in fields with choices: they hold where `words` says nothing. */
  remembered: Words
  /** The meanings of words in single rows, by the key of the field and the number of the row; they come first. */
  rowWords: Readonly<Record<string, Words>>
  key: ImportKey
  /** The source of the rows; null where none is named. */
  source: string | null
  /** Whether an empty cell clears the field; otherwise it leaves the field unchanged. */
  emptiesFields: boolean
}

/** The field that takes a column; null for none. */
export function targetOf(targets: readonly ImportTarget[], use: ColumnUse | undefined): ImportTarget | null {
  return use?.use === 'field' ? (targets.find(({ key }) => key === use.key) ?? null) : null
}
