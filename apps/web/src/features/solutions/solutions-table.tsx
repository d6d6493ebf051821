import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueTableProps } from '@/catalogue/filtered-records.tsx'
import { useRecordColumns } from '@/catalogue/record-columns.tsx'
import { RowActions } from '@/catalogue/row-actions.tsx'
import { solutionStatusLook } from '@/catalogue/status-looks.ts'
import { DataTable } from '@/ui/data-table.tsx'
import type { DataColumn } from '@/ui/data-table-types.ts'
import { StatusBadge } from '@/ui/status-badge.tsx'
import type { Solution } from '@/workspace/port/solutions.ts'

/** The solutions, a row each. */
export function SolutionsTable({ list, onOpen, onEdit, onDelete }: CatalogueTableProps<Solution>) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('Solutions')}
      columns={useColumns()}
      {...list}
      rowId={({ id }) => id}
      onOpen={onOpen}
      actionsHeader={t('Actions')}
      actions={(solution) => <RowActions record={solution} onEdit={onEdit} onDelete={onDelete} />}
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
        cell: ({ status }) => <StatusBadge look={solutionStatusLook(status)} />,
        sortBy: ({ status }) => status,
        width: '8.5rem',
      },
      owner,
      created,
    ],
    [t, name, description, owner, created],
  )
}
