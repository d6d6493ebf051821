import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '@/ui/data-table.tsx'
import type { DataColumn } from '@/ui/data-table-types.ts'
import { StatusBadge } from '@/ui/status-badge.tsx'
import type { RowHandlers } from '@/workspace/catalogue/filtered-records.tsx'
import { useRecordColumns } from '@/workspace/catalogue/record-columns.tsx'
import { RowActions } from '@/workspace/catalogue/row-actions.tsx'
import { solutionStatusLook } from '@/workspace/catalogue/status-looks.ts'
import type { Solution } from '@/workspace/port/solutions.ts'

interface SolutionsTableProps extends RowHandlers<Solution> {
  solutions: readonly Solution[]
  loading: boolean
}

/** The solutions, a row each. */
export function SolutionsTable({ solutions, loading, onOpen, onEdit, onDelete }: SolutionsTableProps) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('Solutions')}
      columns={useColumns()}
      rows={solutions}
      rowId={({ id }) => id}
      onOpen={onOpen}
      actionsHeader={t('Actions')}
      actions={(solution) => <RowActions record={solution} onEdit={onEdit} onDelete={onDelete} />}
      loading={loading}
      loadingText={t('Loading solutions...')}
      emptyText={t('No solutions found.')}
      initialSort={{ id: 'name' }}
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
