import { cellFor } from '@cairn/tables/matching/cell-for'
import { LIST_MARKS } from '@cairn/tables/matching/list-marks'
import { readOptions } from '@cairn/tables/matching/read-options'
import { choiceOf } from '@cairn/tables/matching/words'
import { textOf } from '@cairn/tables/model/cell-text'
import type { Row, Table } from '@cairn/tables/model/table'
import { listedIn } from '@cairn/workspace/lib/listed-text'
import type { ImportTarget } from './mapping.ts'
import { type CellFault, readCell } from './read-cell.ts'

/** A word of a column of choices, and its meaning; null where that is not known. */
export interface ColumnWord {
  word: string
  rows: number
  /** The first of these rows, by their numbers. */
  numbers: readonly number[]
  id: string | null
}

/** A text of cells that a field cannot take. */
export interface FaultyText {
  text: string
  fault: CellFault
  /** The first rows with this text, by their numbers, and how many there are. */
  numbers: readonly number[]
  rows: number
}

/** The result of reading a column as a field. */
export interface ColumnLook {
  /** The number of filled cells, and of the cells among them that the field cannot take. */
  filled: number
  faults: number
  /** The texts of the latter, each with its first row. */
  faultyTexts: readonly FaultyText[]
  /** Of a field with choices, the words that occur, in their order. */
  words: readonly ColumnWord[]
}

/** The most rows that a user would decide on one by one. */
const MOST_ROWS = 50
/** The most texts that a user would correct one by one. */
const MOST_TEXTS = 50
/** The most words of a column of choices. */
const MOST_WORDS = 200

/** Reads a column as a field. Unknown words are no faults: the user maps them to values. */
export function lookAt(
  table: Pick<Table, 'rows' | 'dialect' | 'dateOrders'>,
  column: number,
  target: ImportTarget,
): ColumnLook {
  const { rows } = table
  const options = readOptions(table, column)
  const faulty = new Map<string, FaultyText & Counted>()
  let filled = 0
  let faults = 0
  for (const row of rows) {
    const { number } = row
    const cell = cellFor(row, column, target)
    const reading = readCell(cell, target, options)
    if (reading.kind === 'empty') continue
    filled += 1
    if (reading.kind !== 'fault' || reading.fault === 'unknown_words') continue
    faults += 1
    const text = textOf(cell)
    const before = faulty.get(text)
    if (before) count(before, number)
    else if (faulty.size < MOST_TEXTS)
      faulty.set(text, { text, fault: reading.fault, rows: 1, numbers: [number] })
  }
  return { filled, faults, faultyTexts: [...faulty.values()], words: wordsOf(rows, column, target) }
}

interface Counted {
  rows: number
  numbers: number[]
}

function count(counted: Counted, row: number) {
  counted.rows += 1
  if (counted.numbers.length < MOST_ROWS) counted.numbers.push(row)
}

function wordsOf(rows: readonly Row[], column: number, { type, choices }: ImportTarget): ColumnWord[] {
  if (!choices || (type !== 'choice' && type !== 'choices')) return []
  const words = new Map<string, Counted>()
  for (const { cells, number } of rows) {
    const text = textOf(cells[column] ?? null)
    for (const part of type === 'choices' ? listedIn(text, LIST_MARKS.commas) : [text]) {
      const word = part.trim()
      const before = words.get(word)
      if (before) count(before, number)
      else if (word !== '' && words.size < MOST_WORDS) words.set(word, { rows: 1, numbers: [number] })
    }
  }
  return [...words].map(([word, counted]) => ({ word, ...counted, id: choiceOf(word, choices)?.id ?? null }))
}
