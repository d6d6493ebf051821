import type { System } from '@cairn/workspace/port/records/systems'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueTableProps } from '@/catalogue/list/filtered-records.tsx'
import { useRecordColumns } from '@/catalogue/list/record-columns.tsx'
import { RecordsTable } from '@/catalogue/list/records-table.tsx'

/** The systems, a row each. */
export function SystemsTable(props: CatalogueTableProps<System>) {
  const { t } = useTranslation()
  const { name, description, status, owner, created } = useRecordColumns<System>('system')
  const columns = useMemo(
    () => [name, description, status, owner, created],
    [name, description, status, owner, created],
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
