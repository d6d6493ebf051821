import { LIST_MARKS } from '@cairn/tables/matching/list-marks'
import { peopleIn } from '@cairn/tables/matching/people'
import { readValue, type ValueOptions, type ValueReading } from '@cairn/tables/matching/read-value'
import { textOf } from '@cairn/tables/model/cell-text'
import type { Cell } from '@cairn/tables/model/table'
import { listedIn } from '@cairn/workspace/lib/listed-text'
import type { ImportValue } from '@cairn/workspace/port/imports'
import { CURRENCY } from '@/catalogue/fields/money.ts'
import { currencyCode } from './cost-currency.ts'
import type { ImportTarget } from './mapping.ts'

export type CellFault = Exclude<ValueReading['kind'], 'empty' | 'value'>

export type CellReading =
  | { kind: 'empty' }
  | { kind: 'value'; value: ImportValue }
  | { kind: 'fault'; fault: CellFault; words: readonly string[]; known: readonly string[] }

/** Reads a cell for a field, as the field keeps it; instead of a text that the user corrected, the correction. */
export function readCell(cell: Cell, target: ImportTarget, options: ValueOptions): CellReading {
  const corrected = hasChoices(target) ? undefined : options.words?.get(textOf(cell))
  return corrected === undefined ? readAsIs(cell, target, options) : readCorrection(corrected, target)
}

/** Reads what a user wrote instead of a cell: `2026-12-31` or `31.12.2026`, with a point or a comma in numbers. */
export function readCorrection(text: string, target: ImportTarget): CellReading {
  const [reading, other] = (['.', ','] as const).map((decimal) =>
    readAsIs(text, target, { decimal, dateOrder: 'day' }),
  )
  return (reading?.kind === 'fault' ? other : reading) ?? { kind: 'empty' }
}

function hasChoices({ type }: ImportTarget): boolean {
  return type === 'choice' || type === 'choices'
}

function readAsIs(cell: Cell, target: ImportTarget, options: ValueOptions): CellReading {
  if (target.list !== null && target.type !== 'choices') return readList(cell, target, options)
  const reading = readValue(cell, target, options)
  if (reading.kind === 'empty') return reading
  if (reading.kind === 'unknown_words') return { ...reading, kind: 'fault', fault: reading.kind }
  if (reading.kind !== 'value') return { kind: 'fault', fault: reading.kind, words: [], known: [] }
  return kept(target, reading.value)
}

/** A word that the user leaves out has an empty id. */
function kept({ key, type }: ImportTarget, value: Exclude<ImportValue, null>): CellReading {
  if (type === 'choice' && value === '') return { kind: 'empty' }
  if (typeof value === 'object') {
    const ids = value.filter(Boolean)
    return ids.length === 0 ? { kind: 'empty' } : { kind: 'value', value: ids }
  }
  if (key === CURRENCY && typeof value === 'string') return { kind: 'value', value: currencyCode(value) }
  return { kind: 'value', value }
}

function readList(cell: Cell, target: ImportTarget, options: ValueOptions): CellReading {
  const text = textOf(cell)
  const parts =
    target.type === 'member'
      ? peopleIn(text, target.people ?? [])
      : listedIn(text, LIST_MARKS[target.list ?? 'commas'])
  if (parts.length === 0) return { kind: 'empty' }
  const values = new Set<string>()
  let first: CellReading | null = null
  for (const part of parts) {
    const reading = readCell(part, { ...target, list: null }, options)
    if (reading.kind === 'fault') first ??= reading
    if (reading.kind === 'value') values.add(String(reading.value))
  }
  return first?.kind === 'fault' ? { ...first, known: [...values] } : { kind: 'value', value: [...values] }
}
