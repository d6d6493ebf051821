import { readOptions } from '@cairn/tables/matching/read-options'
import { readValue } from '@cairn/tables/matching/read-value'
import type { TargetType } from '@cairn/tables/matching/target'
import { textOf } from '@cairn/tables/model/cell-text'
import type { Table } from '@cairn/tables/model/table'
import type { FieldType } from '@cairn/workspace/port/records/fields'

/** Which field would take a column, and what could be chosen in it. */
export interface FieldGuess {
  type: FieldType
  words: readonly string[]
}

const TRIED = ['yes_no', 'number', 'date', 'address'] as const satisfies readonly (TargetType & FieldType)[]
const MOST_CHOICES = 12
/** A word that is chosen occurs more than once. */
const LEAST_REPEATED = 2
const LONGEST_WORD = 40
const LONGEST_TEXT = 500

/** Guesses the type of a field for a column by all that is in it. */
export function guessField(
  table: Pick<Table, 'rows' | 'dialect' | 'dateOrders'>,
  column: number,
): FieldGuess {
  const options = readOptions(table, column)
  const cells = table.rows.flatMap(({ cells: all }) => {
    const cell = all[column] ?? null
    return textOf(cell) === '' ? [] : [cell]
  })
  const texts = cells.map(textOf)
  const words = [...new Set(texts)]
  const fitting = TRIED.find((type) =>
    cells.every((cell) => readValue(cell, { key: '', names: [], type }, options).kind === 'value'),
  )
  if (fitting && words.length > 0) return { type: fitting, words: [] }
  const isChosen =
    words.length <= MOST_CHOICES &&
    texts.length >= words.length * LEAST_REPEATED &&
    words.every(({ length }) => length <= LONGEST_WORD)
  if (isChosen && words.length > 1) return { type: 'choice', words }
  return { type: texts.some(({ length }) => length > LONGEST_TEXT) ? 'long_text' : 'text', words: [] }
}
