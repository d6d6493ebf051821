import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueTableProps } from '@/catalogue/filtered-records.tsx'
import { useRecordColumns } from '@/catalogue/record-columns.tsx'
import { RecordsTable } from '@/catalogue/records-table.tsx'
import { statusLook } from '@/catalogue/status-looks.ts'
import type { DataColumn } from '@/ui/data-table-types.ts'
import { StatusBadge } from '@/ui/status-badge.tsx'
import type { Solution } from '@/workspace/port/solutions.ts'

/** The solutions, a row each. */
export function SolutionsTable(props: CatalogueTableProps<Solution>) {
  const { t } = useTranslation()
  return (
    <RecordsTable
      {...props}
      kind="solution"
      columns={useColumns()}
      loadingText={t('Loading solutions...')}
      emptyText={t('No solutions found.')}
    />
  )
}

function useColumns(): readonly DataColumn<Solution>[] {
  const { t } = useTranslation()
  const { name, description, owner, created } = useRecordColumns<Solution>()
  return useMemo(
    () => [
      name,
      description,
      {
        id: 'status',
        header: t('Status'),
        cell: ({ status }) => <StatusBadge look={statusLook('solution', status)} />,
        sortBy: ({ status }) => status,
        width: '8.5rem',
      },
      owner,
      created,
    ],
    [t, name, description, owner, created],
  )
}
