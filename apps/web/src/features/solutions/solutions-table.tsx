import type { Solution } from '@cairn/workspace/port/records/solutions'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueTableProps } from '@/catalogue/list/filtered-records.tsx'
import { useRecordColumns } from '@/catalogue/list/record-columns.tsx'
import { RecordsTable } from '@/catalogue/list/records-table.tsx'

/** The solutions, a row each. */
export function SolutionsTable(props: CatalogueTableProps<Solution>) {
  const { t } = useTranslation()
  const { name, description, status, owner, created } = useRecordColumns<Solution>('solution')
  const columns = useMemo(
    () => [name, description, status, owner, created],
    [name, description, status, owner, created],
  )
  return (
    <RecordsTable
      {...props}
      kind="solution"
      columns={columns}
      loadingText={t('Loading solutions...')}
      emptyText={t('No solutions found.')}
    />
  )
}
