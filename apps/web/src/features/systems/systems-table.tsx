import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '@/ui/data-table.tsx'
import type { RowHandlers } from '@/workspace/catalogue/filtered-records.tsx'
import { useRecordColumns } from '@/workspace/catalogue/record-columns.tsx'
import { RowActions } from '@/workspace/catalogue/row-actions.tsx'
import type { System } from '@/workspace/port/systems.ts'

interface SystemsTableProps extends RowHandlers<System> {
  systems: readonly System[]
  loading: boolean
}

/** The systems, a row each. */
export function SystemsTable({ systems, loading, onOpen, onEdit, onDelete }: SystemsTableProps) {
  const { t } = useTranslation()
  const { name, description, owner, created } = useRecordColumns<System>()
  const columns = useMemo(() => [name, description, owner, created], [name, description, owner, created])
  return (
    <DataTable
      label={t('Systems')}
      columns={columns}
      rows={systems}
      rowId={({ id }) => id}
      onOpen={onOpen}
      actionsHeader={t('Actions')}
      actions={(system) => <RowActions record={system} onEdit={onEdit} onDelete={onDelete} />}
      loading={loading}
      loadingText={t('Loading systems...')}
      emptyText={t('No systems found.')}
      initialSort={{ id: 'name' }}
    />
  )
}
