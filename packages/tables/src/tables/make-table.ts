import type { Grid } from '../model/collect-rows.ts'
import type { DateOrder, DecimalMark, Dialect, Kind, Overrides, Row, Table } from '../model/table.ts'
import { dateOrderOf } from '../text/date-text.ts'
import { headRowOf, headTexts, sameHeads } from '../text/head-row.ts'
import { decimalMarkOf } from '../text/number-text.ts'
import { oddRows } from './odd-rows.ts'

export interface GridSource {
  name: string
  grid: Grid
  kind: Kind
  /** The heads of a format that has them apart from its rows. */
  head?: readonly string[] | null
  sheets?: readonly string[]
  recognized?: Partial<Dialect>
  overrides: Overrides
}

/** A table of the rows of a file: which row is the head, and how numbers and dates are written, is recognized or given. */
export function makeTable({
  name,
  grid,
  kind,
  head = null,
  sheets = [],
  recognized = {},
  overrides,
}: GridSource): Table {
  const place = head ? null : placeOfHead(grid.rows, overrides)
  const headRow = place === null ? undefined : grid.rows[place]
  const heads = head ?? (headRow ? headTexts(headRow, grid.columns) : null)
  const below = place === null ? grid.rows : grid.rows.slice(place + 1)
  const decimal = overrides.decimal ?? decimalOf(below, recognized)
  const odd = oddRows(below, heads, grid.columns, decimal)
  const out = new Set(odd.flatMap(({ row }) => (overrides.keptRows?.includes(row.number) ? [] : [row])))
  const rows = out.size === 0 ? below : below.filter((row) => !out.has(row))
  const dateOrders = ordersOf(rows, grid.columns, overrides)
  return {
    name,
    head: heads,
    columns: grid.columns,
    rows,
    oddRows: odd,
    dateOrders,
    sheets,
    problems: [...(heads ? sameHeads(heads) : []), ...grid.problems],
    dialect: {
      kind,
      encoding: null,
      separator: null,
      quote: null,
      sheet: null,
      ...recognized,
      headRow: headRow?.number ?? null,
      decimal,
      dateOrder: overrides.dateOrder ?? dateOrders.find((order) => order !== null) ?? null,
    },
  }
}

function placeOfHead(rows: readonly Row[], { headRow }: Overrides): number | null {
  if (headRow === null) return null
  if (headRow === undefined) return headRowOf(rows)
  const place = rows.findIndex(({ number }) => number === headRow)
  return place === -1 ? null : place
}

/** Where no number tells: files with semicolons come from where the comma is the decimal mark. */
function decimalOf(rows: readonly Row[], { separator }: Partial<Dialect>): DecimalMark {
  return decimalMarkOf(textsOf(rows)) ?? (separator === ';' ? ',' : '.')
}

/** The whole column decides, unless the user does: a file may have days of two programs. */
function ordersOf(rows: readonly Row[], columns: number, { dateOrder }: Overrides): (DateOrder | null)[] {
  return Array.from({ length: columns }, (_, column) => dateOrder ?? dateOrderOf(textsOf(rows, column)))
}

function* textsOf(rows: readonly Row[], column?: number): Generator<string> {
  for (const { cells } of rows)
    for (const cell of column === undefined ? cells : [cells[column]])
      if (typeof cell === 'string') yield cell
}
