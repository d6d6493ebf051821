import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueTableProps } from '@/catalogue/filtered-records.tsx'
import { useRecordColumns } from '@/catalogue/record-columns.tsx'
import { RowActions } from '@/catalogue/row-actions.tsx'
import { DataTable } from '@/ui/data-table.tsx'
import type { System } from '@/workspace/port/systems.ts'

/** The systems, a row each. */
export function SystemsTable({ list, onOpen, onEdit, onDelete }: CatalogueTableProps<System>) {
  const { t } = useTranslation()
  const { name, description, owner, created } = useRecordColumns<System>()
  const columns = useMemo(() => [name, description, owner, created], [name, description, owner, created])
  return (
    <DataTable
      label={t('Systems')}
      columns={columns}
      {...list}
      rowId={({ id }) => id}
      onOpen={onOpen}
      actionsHeader={t('Actions')}
      actions={(system) => <RowActions record={system} onEdit={onEdit} onDelete={onDelete} />}
      loadingText={t('Loading systems...')}
      emptyText={t('No systems found.')}
    />
  )
}
