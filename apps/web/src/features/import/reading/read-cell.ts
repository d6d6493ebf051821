import { readValue, textOf, type ValueOptions, type ValueReading } from '@cairn/tables/matching/read-value'
import { LIST_MARKS } from '@cairn/tables/matching/target'
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
  | { kind: 'fault'; fault: CellFault; words: readonly string[] }

/** `Documentation: https://…`, as links of agent cards are. */
const ADDRESS = /https?:\/\/\S+$/i

/** Reads a cell for a field, as the field keeps it. */
export function readCell(cell: Cell, target: ImportTarget, options: ValueOptions): CellReading {
  if (target.list !== null && target.type !== 'choices') return readList(cell, target, options)
  const reading = readValue(cell, target, options)
  if (reading.kind === 'empty') return reading
  if (reading.kind === 'unknown_words') return { kind: 'fault', fault: reading.kind, words: reading.words }
  if (reading.kind !== 'value') return { kind: 'fault', fault: reading.kind, words: [] }
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
  const parts = listedIn(textOf(cell), LIST_MARKS[target.list ?? 'commas'])
  if (parts.length === 0) return { kind: 'empty' }
  const values = new Set<string>()
  for (const part of parts) {
    const text = target.type === 'address' ? (ADDRESS.exec(part)?.[0] ?? part) : part
    const reading = readCell(text, { ...target, list: null }, options)
    if (reading.kind === 'fault') return reading
    if (reading.kind === 'value') values.add(String(reading.value))
  }
  return { kind: 'value', value: [...values] }
}
