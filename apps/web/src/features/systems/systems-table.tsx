import type { System } from '@cairn/workspace/port/records/systems'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueTableProps } from '@/catalogue/list/filtered-records.tsx'
import { useRecordColumns } from '@/catalogue/list/record-columns.tsx'
import { RecordsTable } from '@/catalogue/list/records-table.tsx'
import { useTags } from '@/catalogue/tags/use-tags.ts'

/** The systems, a row each. */
export function SystemsTable(props: CatalogueTableProps<System>) {
  const { t } = useTranslation()
  const hasTags = useTags().tags.length > 0
  const { name, description, status, owner, tags, created } = useRecordColumns<System>('system')
  const columns = useMemo(
    () => [name, description, status, owner, ...(hasTags ? [tags] : []), created],
    [name, description, status, owner, hasTags, tags, created],
  )
  return (
    <RecordsTable
      {...props}
      kind="system"
      columns={columns}
      loadingText={t('Loading systems...')}
      emptyText={t('No systems found.')}
    />
  )
}
