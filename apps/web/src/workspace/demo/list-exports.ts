import { writeTable } from '@cairn/tables/write-table'
import type { ExportedFile, ListExport, WantedList } from '@cairn/workspace/port/exports'
import { type ExportedRow, exportedCells } from '@cairn/workspace/rules/export-cells'
import { demoBin } from './bin.ts'
import { asRow } from './exported-rows.ts'
import { demoHistory } from './history.ts'
import { demoTeam } from './team.ts'

/** Exports the examples in another list, written as the server writes it. */
export async function exportList(wanted: ListExport, signal: AbortSignal): Promise<ExportedFile> {
  signal.throwIfAborted()
  const rows = await rowsOf(wanted)
  const cells = rows.map((row) => exportedCells(row, wanted.columns, wanted.format))
  return { total: rows.length, pieces: writeTable(cells, wanted) }
}

async function rowsOf(wanted: WantedList): Promise<readonly ExportedRow[]> {
  switch (wanted.list) {
    case 'team': {
      const { items } = await demoTeam.find(wanted.search, 0)
      return items.map((entry) => ({ ...asRow(entry), status: 'active' }))
    }
    case 'bin': {
      const { items } = await demoBin.page(wanted.kind, 0, wanted.query)
      return items.map(({ deletedBy, ...record }) => ({ ...asRow(record), deleted_by: deletedBy?.name }))
    }
    case 'acts':
      return []
    case 'history': {
      const { entries } = await demoHistory.page(wanted.recordId, null)
      return entries.map(asRow)
    }
  }
}
