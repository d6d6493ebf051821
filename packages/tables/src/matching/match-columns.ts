import { folded } from '@cairn/workspace/lib/forgiving'
import { listedIn } from '@cairn/workspace/lib/listed-text'
import { textOf } from '../model/cell-text.ts'
import type { Cell, Table } from '../model/table.ts'
import { cellFor } from './cell-for.ts'
import { HEAD_WORDS, WEAK_HEAD_WORDS } from './head-words.ts'
import { LIST_MARKS } from './list-marks.ts'
import { peopleIn } from './people.ts'
import { readOptions } from './read-options.ts'
import { readValue, type ValueReading } from './read-value.ts'
import type { Target, TargetType } from './target.ts'

export interface ColumnMatch {
  column: number
  /** The key of the field; null where no field takes the column. */
  target: string | null
}

/** The certainty of a match by a head; the most certain matches are made first. */
const SAME_NAME = 4
const OTHER_WORD = 3
const PART_OF_NAME = 2
const WEAK_WORD = 1

const LONGEST_HEAD = 200
const SAMPLE_ROWS = 200
/** The share of cells that a field must be able to read. A column whose head fits may have slips. */
const FITS = 0.5
/** Types that take every text, or of which users say what words mean. */
const OPEN: ReadonlySet<TargetType> = new Set(['text', 'member', 'choice', 'choices'])

/**
 * Which field each column goes to. The head alone decides: cells never make a match, they only prevent one where the field
 * can read less than half of them. A field takes one column; a field with several values takes all columns of one head.
 */
export function matchColumns(table: Table, targets: readonly Target[]): ColumnMatch[] {
  const columns = Array.from({ length: table.columns }, (_, column) => column)
  const candidates = columns
    .flatMap((column) =>
      targets.map((target, place) => ({ column, target, place, score: likeness(table, column, target) })),
    )
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.column - other.column || one.place - other.place)
  const matches = new Map<number, string>()
  const taken = new Map<string, string>()
  for (const { column, target } of candidates) {
    const head = plainHead(table.head?.[column] ?? '')
    const before = taken.get(target.key)
    const joins = target.list != null && before === head
    if (matches.has(column) || (before !== undefined && !joins)) continue
    matches.set(column, target.key)
    taken.set(target.key, head)
  }
  return columns.map((column) => ({ column, target: matches.get(column) ?? null }))
}

function likeness(table: Table, column: number, target: Target): number {
  const byName = nameScore(table.head?.[column] ?? '', target)
  if (byName === 0 || (byName < OTHER_WORD && holdsObjects(table, column))) return 0
  const share = fittingShare(table, column, target) ?? 1
  return OPEN.has(target.type) || share >= FITS ? byName + share / 2 : 0
}

function nameScore(head: string, { key, names }: Target): number {
  const plain = plainHead(head)
  if (plain === '') return 0
  const own = [key, ...names].map(plainHead)
  if (own.includes(plain)) return SAME_NAME
  const others = HEAD_WORDS[key] ?? []
  if (others.includes(plain)) return OTHER_WORD
  const within = [...own, ...others].some((word) => word.length > 3 && ` ${plain} `.includes(` ${word} `))
  if (within) return PART_OF_NAME
  return WEAK_HEAD_WORDS[key]?.includes(plain) ? WEAK_WORD : 0
}

/** A field that a program shows in brackets: `Custom field (Vendor)`. */
const IN_BRACKETS =
  /^(?:custom field|benutzerdefiniertes feld|champ personnalise|campo personalizado)\s*\((.+)\)$/
/** Words that are written together: `DisplayName`, `appId`. */
const TOGETHER = /(?<=[\p{Ll}\d])(?=\p{Lu})/gu

/** Without case, accents, marks, and what stands in brackets: `Cost/month (EUR)*` is `cost month`. */
function plainHead(head: string): string {
  const plain = folded(head.slice(0, LONGEST_HEAD).replaceAll(TOGETHER, ' ')).trim()
  return (IN_BRACKETS.exec(plain)?.[1] ?? plain)
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether the cells of a column hold objects of a document, which no field takes because of a word in its head. */
function holdsObjects(table: Table, column: number): boolean {
  const cells = table.rows.slice(0, SAMPLE_ROWS).map((row) => textOf(row.cells[column] ?? null))
  const filled = cells.filter((text) => text !== '')
  return filled.length > 0 && filled.every((text) => /^(?:\[\s*)?\{.*\}(?:\s*\])?$/s.test(text))
}

/** How many of the cells the field could take; null where there are none. */
function fittingShare(table: Table, column: number, target: Target): number | null {
  const options = readOptions(table, column)
  let filled = 0
  let fitting = 0
  for (const row of table.rows.slice(0, SAMPLE_ROWS)) {
    const readings = valuesIn(cellFor(row, column, target), target).map((value) =>
      readValue(value, target, options),
    )
    if (readings.every(({ kind }) => kind === 'empty')) continue
    filled += 1
    // Words of a choice that nobody knows yet are mapped by the user.
    const isFitting = ({ kind }: ValueReading) =>
      kind === 'value' || (kind === 'unknown_words' && target.type === 'choices')
    if (readings.every(isFitting)) fitting += 1
  }
  return filled === 0 ? null : fitting / filled
}

/** The words of a choice are told apart as they are read. */
function valuesIn(cell: Cell, { type, list, people = [] }: Target): readonly Cell[] {
  if (!list || type === 'choices' || cell === null) return [cell]
  return type === 'member' ? peopleIn(textOf(cell), people) : listedIn(textOf(cell), LIST_MARKS[list])
}
