import { folded } from '@cairn/workspace/lib/forgiving'
import { listedIn } from '@cairn/workspace/lib/listed-text'
import type { Cell, Table } from '../model/table.ts'
import { HEAD_WORDS } from './head-words.ts'
import { readValue, textOf, type ValueReading } from './read-value.ts'
import { LIST_MARKS, type Target, type TargetType } from './target.ts'

export interface ColumnMatch {
  column: number
  /** The key of the field; null where no field takes the column. */
  target: string | null
  because: 'name' | 'content' | null
}

/** How sure a match is; the surest are made first. */
const SAME_NAME = 4
const OTHER_WORD = 3
const PART_OF_NAME = 2
const CONTENT = 1

const LONGEST_HEAD = 200
const SAMPLE_ROWS = 200
/** A column whose name fits may have slips; one that is known by its content alone has hardly any. */
const FITS = 0.5
const FITS_ALONE = 0.9
/** Types that a content can give away; members do by their addresses. */
const TELLING: Readonly<Partial<Record<TargetType, TargetType>>> = {
  member: 'email',
  email: 'email',
  address: 'address',
  date: 'date',
  choice: 'choice',
  yes_no: 'yes_no',
}
/** Types that take every text, or of which users say what words mean. */
const OPEN: ReadonlySet<TargetType> = new Set(['text', 'member', 'choice', 'choices'])

/**
 * Which field each column goes to, by its head and by what is in it. A field takes one column; a column that says the
 * name of a field and holds something else goes nowhere.
 */
export function matchColumns(table: Table, targets: readonly Target[]): ColumnMatch[] {
  const columns = Array.from({ length: table.columns }, (_, column) => column)
  const candidates = columns
    .flatMap((column) =>
      targets.map((target, place) => ({ column, target, place, ...likeness(table, column, target) })),
    )
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.column - other.column || one.place - other.place)
  const matches = new Map<number, ColumnMatch>()
  const taken = new Set<string>()
  for (const { column, target, because } of candidates) {
    if (matches.has(column) || taken.has(target.key)) continue
    matches.set(column, { column, target: target.key, because })
    taken.add(target.key)
  }
  return columns.map((column) => matches.get(column) ?? { column, target: null, because: null })
}

function likeness(
  table: Table,
  column: number,
  target: Target,
): { score: number; because: 'name' | 'content' } {
  const byName = nameScore(table.head?.[column] ?? '', target)
  if (byName > 0) {
    const share = fittingShare(table, column, target) ?? 1
    return { score: OPEN.has(target.type) || share >= FITS ? byName + share / 2 : 0, because: 'name' }
  }
  const type = TELLING[target.type]
  const share = type === undefined ? null : fittingShare(table, column, { ...target, type })
  return { score: share !== null && share >= FITS_ALONE ? CONTENT : 0, because: 'content' }
}

function nameScore(head: string, { key, names }: Target): number {
  const plain = plainHead(head)
  if (plain === '') return 0
  const own = [key, ...names].map(plainHead)
  if (own.includes(plain)) return SAME_NAME
  const others = HEAD_WORDS[key] ?? []
  if (others.includes(plain)) return OTHER_WORD
  const within = [...own, ...others].some((word) => word.length > 3 && ` ${plain} `.includes(` ${word} `))
  return within ? PART_OF_NAME : 0
}

/** Without case, accents, marks, and what stands in brackets: `Cost/month (EUR)*` is `cost month`. */
function plainHead(head: string): string {
  return folded(head.slice(0, LONGEST_HEAD))
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** How many of the cells the field could take; null where there are none. */
function fittingShare(table: Table, column: number, target: Target): number | null {
  const { decimal, dateOrder } = table.dialect
  const options = { decimal, dateOrder: dateOrder ?? 'day' } as const
  let filled = 0
  let fitting = 0
  for (const { cells } of table.rows.slice(0, SAMPLE_ROWS)) {
    const readings = valuesIn(cells[column] ?? null, target).map((value) => readValue(value, target, options))
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
function valuesIn(cell: Cell, { type, list }: Target): readonly Cell[] {
  if (!list || type === 'choices' || cell === null) return [cell]
  return listedIn(textOf(cell), LIST_MARKS[list])
}
