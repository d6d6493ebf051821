import type { Grid } from '../model/collect-rows.ts'
import type { DateOrder, DecimalMark, Dialect, Kind, Overrides, Row, Table } from '../model/table.ts'
import { dateOrderOf } from '../text/date-text.ts'
import { decimalMarkOf } from '../text/number-text.ts'
import { headRowOf, headTexts, sameHeads } from './head-row.ts'

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
  const rows = place === null ? grid.rows : grid.rows.slice(place + 1)
  return {
    name,
    head: heads,
    columns: grid.columns,
    rows,
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
      decimal: overrides.decimal ?? decimalOf(rows, recognized),
      dateOrder: overrides.dateOrder === undefined ? orderOf(rows, grid.columns) : overrides.dateOrder,
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

/** The first column of which the dates tell speaks for all. */
function orderOf(rows: readonly Row[], columns: number): DateOrder | null {
  for (let column = 0; column < columns; column += 1) {
    const order = dateOrderOf(textsOf(rows, column))
    if (order) return order
  }
  return null
}

function* textsOf(rows: readonly Row[], column?: number): Generator<string> {
  for (const { cells } of rows)
    for (const cell of column === undefined ? cells : [cells[column]])
      if (typeof cell === 'string') yield cell
}
