import type { ExportColumn, WantedList } from '@cairn/workspace/port/exports'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { ExportDialog } from './export-dialog.tsx'

interface ExportListProps {
  wanted: WantedList
  /** The name of the list. */
  title: string
  columns: readonly ExportColumn[]
  /** The columns that the list itself does not show; none where it shows all. */
  further?: readonly ExportColumn[]
  onClose: () => void
}

const NONE: readonly ExportColumn[] = []

/** Exports a list that is no catalogue: the rows that it shows, in its order. */
export function ExportList({ wanted, title, columns, further = NONE, onClose }: ExportListProps) {
  const { t } = useTranslation()
  const { exports } = useWorkspace()
  const all = further.length > 0 ? [...columns, ...further] : columns
  return (
    <ExportDialog
      title={t('Export: {{what}}', { what: title })}
      fileName={wanted.list}
      sheet={title}
      columns={{ shown: columns, all }}
      write={(shape, signal) => exports.list({ ...shape, ...wanted }, signal)}
      onClose={onClose}
    />
  )
}
