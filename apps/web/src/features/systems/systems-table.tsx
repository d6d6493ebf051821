import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueTableProps } from '@/catalogue/filtered-records.tsx'
import { useRecordColumns } from '@/catalogue/record-columns.tsx'
import { RecordsTable } from '@/catalogue/records-table.tsx'
import type { System } from '@/workspace/port/systems.ts'

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
