import type { ColumnWidths, DataColumn } from '@/ui/data-table/types.ts'
import { type ColumnChoice, NAME } from './column-choice.ts'

const PIXELS_PER_REM = 16

/** The chosen columns of those that there are, and how wide they are. One that is not there (any more) is left out. */
export function arranged<Item>(
  available: readonly DataColumn<Item>[],
  choice: ColumnChoice,
): { columns: readonly DataColumn<Item>[]; widths: ColumnWidths } {
  const known = new Map(available.map((column) => [column.id, column]))
  const columns: DataColumn<Item>[] = []
  const widths = new Map<string, number>()
  for (const { id, width } of choice.columns) {
    const column = known.get(id)
    if (column === undefined) continue
    // Chosen, it is shown at every width of the window.
    const { from: _, fillsBelow: __, width: usual, ...rest } = column
    columns.push(id === NAME && choice.isNameFrozen ? { ...rest, frozen: true } : rest)
    const pixels = width ?? pixelsOf(usual)
    if (pixels !== null) widths.set(id, pixels)
  }
  return { columns, widths }
}

/** The least of a CSS width, at the usual size of text; null where it takes what is left. */
function pixelsOf(width: string | undefined): number | null {
  const [, rem] = /([\d.]+)rem/.exec(width ?? '') ?? []
  return rem === undefined ? null : Number(rem) * PIXELS_PER_REM
}
