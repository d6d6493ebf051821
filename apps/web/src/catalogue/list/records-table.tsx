import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import type { DataColumn } from '@/ui/data-table/types.ts'
import type { CatalogueTableProps } from './filtered-records.tsx'
import { RowActions } from './row-actions.tsx'

interface RecordsTableProps<Item> extends CatalogueTableProps<Item> {
  kind: CatalogueKind
  columns: readonly DataColumn<Item>[]
  /** Where the name of a record leads elsewhere, its details have a button of their own. */
  detailsButton?: boolean
  loadingText: string
  emptyText: string
}

/** The records of a catalogue, a row each. */
export function RecordsTable<Item extends CatalogueRecord>(props: RecordsTableProps<Item>) {
  const { kind, columns, list, onOpen, onEdit, onDelete, detailsButton = false, ...texts } = props
  const { t } = useTranslation()
  // The same ones each time: a row that is selected does not draw the others again.
  const actions = useCallback(
    (record: Item) => (
      <RowActions record={record} {...(detailsButton && { onOpen })} onEdit={onEdit} onDelete={onDelete} />
    ),
    [detailsButton, onOpen, onEdit, onDelete],
  )
  return (
    <DataTable
      label={t(CATALOGUES[kind].title)}
      columns={columns}
      {...list}
      rowId={({ id }) => id}
      onOpen={onOpen}
      actionsHeader={t('Actions')}
      {...(detailsButton && { actionsWidth: '8rem' })}
      actions={actions}
      {...texts}
    />
  )
}
