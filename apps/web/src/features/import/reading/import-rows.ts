import { cellFor } from '@cairn/tables/matching/cell-for'
import { readOptions } from '@cairn/tables/matching/read-options'
import type { ValueOptions } from '@cairn/tables/matching/read-value'
import { textOf } from '@cairn/tables/model/cell-text'
import type { Cell, Row, Table } from '@cairn/tables/model/table'
import type { ImportRow, ImportValue } from '@cairn/workspace/port/imports'
import { COST, CURRENCY } from '@/catalogue/fields/money.ts'
import { columnName } from './column-name.ts'
import { costCurrency } from './cost-currency.ts'
import { type ImportTarget, type Mapping, targetOf } from './mapping.ts'
import { readCell } from './read-cell.ts'

const DESCRIPTION = 'description'

/** Returns the function that turns a row of the table into the values to send. */
export function rowMaker(
  table: Pick<Table, 'head' | 'dialect' | 'dateOrders'>,
  mapping: Mapping,
  targets: readonly ImportTarget[],
): (row: Row) => ImportRow {
  const columns = mapping.columns.flatMap((use, column) => {
    const target = targetOf(targets, use)
    if (!target) return []
    return { column, target, options: readOptions(table, column), words: wordsFor(mapping, target.key) }
  })
  const lines = mapping.columns.flatMap(({ use }, column) =>
    use === 'line' ? { column, name: columnName(table.head, column) } : [],
  )
  const currency = costCurrency(mapping)
  return (row) => {
    const { number, cells } = row
    const values: Record<string, ImportValue> = {}
    for (const { column, target, options, words } of columns) {
      const value = sentOf(cellFor(row, column, target), target, { ...options, words: words(number) })
      if (value !== undefined) values[target.key] = joined(values[target.key], value)
      else if (mapping.emptiesFields && target.key !== 'id') values[target.key] ??= null
    }
    if (currency !== null && typeof values[COST] === 'number') values[CURRENCY] = currency
    const added = lines.flatMap(({ column, name }) => {
      const text = textOf(cells[column] ?? null)
      return text === '' ? [] : `${name}: ${text}`
    })
    if (added.length > 0)
      values[DESCRIPTION] = [values[DESCRIPTION] ?? '', ...added].filter((text) => text !== '').join('\n')
    return { row: number, values }
  }
}

/** The meanings of words of a field in a row, by its number. */
function wordsFor({ words, remembered, rowWords }: Mapping, key: string) {
  const all = new Map(Object.entries({ ...remembered[key], ...words[key] }))
  const ofRows = rowWords[key] ?? {}
  return (row: number) => {
    const own = ofRows[row]
    return own ? new Map([...all, ...Object.entries(own)]) : all
  }
}

/** Several columns of a list are one list. */
function joined(before: ImportValue | undefined, value: ImportValue): ImportValue {
  const isList = (each: ImportValue | undefined) => typeof each === 'object' && each !== null
  return isList(before) && isList(value) ? [...new Set([...before, ...value])] : value
}

/**
 * Returns the value to send for a cell; undefined for an empty one. A cell that cannot be read counts as empty, and a list
 * keeps its other values: the step before names these cells, and one of them refuses no row.
 */
function sentOf(cell: Cell, target: ImportTarget, options: ValueOptions): ImportValue | undefined {
  const reading = readCell(cell, target, options)
  if (reading.kind === 'empty') return undefined
  if (reading.kind === 'value') return reading.value
  return reading.known.length > 0 ? reading.known : undefined
}
