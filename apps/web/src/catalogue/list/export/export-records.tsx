import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { ExportDialog } from '@/shared/export/export-dialog.tsx'
import { useFields } from '../../fields/use-fields.ts'
import { useListState } from '../address/use-list-state.ts'
import type { ColumnChoice } from '../columns/column-choice.ts'
import { searchOf } from '../use-record-list.ts'
import { allColumns, idColumns, shownColumns } from './export-columns.ts'

export interface ExportRecordsProps {
  kind: CatalogueKind
  /** The columns that the list has by itself. */
  usual: readonly { id: string; header: string }[]
  /** Null until the user has chosen. */
  choice: ColumnChoice | null
  onClose: () => void
}

/** Exports the records that the list of a catalogue shows, in its order and its columns. */
export function ExportRecords({ kind, usual, choice, onClose }: ExportRecordsProps) {
  const { t } = useTranslation()
  const { exports } = useWorkspace()
  const fields = useFields(kind)
  const { view, owners } = useListState(kind)
  const columns = useMemo(() => {
    const all = allColumns(kind, fields, t)
    const headers = new Map(usual.map(({ id, header }) => [id, header]))
    const shown = choice?.columns.map(({ id }) => ({ id, header: headers.get(id) ?? null })) ?? usual
    return { all, shown: shownColumns(all, shown) }
  }, [kind, fields, usual, choice, t])
  const { table, title } = CATALOGUES[kind]
  return (
    <ExportDialog
      title={t('Export: {{what}}', { what: t(title) })}
      fileName={table}
      sheet={t(title)}
      columns={columns}
      ids={idColumns(t)}
      write={(shape, signal) =>
        exports.records({ ...shape, kind, search: searchOf({ ...view, owners }) }, signal)
      }
      onClose={onClose}
    />
  )
}
