import { writeTable } from '@cairn/tables/write-table'
import type { ExportedFile, ExportShape } from '@cairn/workspace/port/exports'
import { type ExportedRow, exportedCells } from '@cairn/workspace/rules/export-cells'

/** A page of rows, and where the next one begins; null after the last. */
interface Page<Next> {
  rows: readonly ExportedRow[]
  total: number
  next: Next | null
}

/** Writes a list that is read page by page, as the pieces of the file are taken. */
export async function writtenRows<Next>(
  shape: ExportShape,
  signal: AbortSignal,
  read: (from: Next | null) => Promise<Page<Next>>,
): Promise<ExportedFile> {
  const first = await read(null)
  async function* cells() {
    let page: Page<Next> | null = first
    while (page !== null) {
      for (const row of page.rows) yield exportedCells(row, shape.columns, shape.format)
      signal.throwIfAborted()
      page = page.next === null ? null : await read(page.next)
    }
  }
  return { total: first.total, pieces: writeTable(cells(), shape) }
}
