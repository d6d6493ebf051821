import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueTableProps } from '@/catalogue/filtered-records.tsx'
import { useRecordColumns } from '@/catalogue/record-columns.tsx'
import { RecordsTable } from '@/catalogue/records-table.tsx'
import type { Solution } from '@/workspace/port/solutions.ts'

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
