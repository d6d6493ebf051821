import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { PageHeader } from '@/ui/page-header.tsx'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import { CatalogueDialogs, type DialogRendering, type DialogState } from './catalogue-dialogs.tsx'
import {
  type CatalogueTableProps,
  FilteredRecords,
  type FilteredTexts,
  type RowHandlers,
  type TableOrders,
} from './filtered-records.tsx'
import { useAddOnArrival, useOpenRecordId } from './use-address.ts'
import type { Catalogue } from './use-catalogue.ts'

interface CatalogueScreenProps<Item> extends DialogRendering<Item> {
  catalogue: Catalogue<Item>
  title: string
  subtitle: string
  /** The way to a new record: in the header and, with a label of its own, where there is none yet. */
  addButton: (onAdd: () => void, isFirst: boolean) => ReactNode
  empty: { icon: LucideIcon; title: string; description: string }
  filter: FilteredTexts
  /** What the table can be ordered by. */
  orders: TableOrders
  table: (props: CatalogueTableProps<Item>) => ReactNode
}

/** The screen of a catalogue: its table, and the dialogs that belong to a record. */
export function CatalogueScreen<Item extends CatalogueRecord>(props: CatalogueScreenProps<Item>) {
  const { catalogue, title, subtitle, addButton, ...rest } = props
  const address = useOpenRecordId()
  const [dialog, setDialog] = useState<DialogState<Item>>({ kind: 'none' })
  const add = () => setDialog({ kind: 'form', item: null })
  useAddOnArrival(add)
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} actions={addButton(add, false)} />
      <RecordsList
        {...rest}
        catalogue={catalogue}
        addFirst={addButton(add, true)}
        handlers={{
          onOpen: ({ id }) => address.open(id),
          onEdit: (item) => setDialog({ kind: 'form', item }),
          onDelete: (item) => setDialog({ kind: 'delete', item }),
        }}
      />
      <CatalogueDialogs
        {...rest}
        records={catalogue.records}
        address={address}
        dialog={dialog}
        onDialogChange={setDialog}
      />
    </>
  )
}

interface RecordsListProps<Item>
  extends Pick<CatalogueScreenProps<Item>, 'catalogue' | 'empty' | 'filter' | 'orders' | 'table'> {
  addFirst: ReactNode
  handlers: RowHandlers<Item>
}

function RecordsList<Item extends CatalogueRecord>(props: RecordsListProps<Item>) {
  const { catalogue, empty, addFirst, filter, orders, table, handlers } = props
  const { start, failure, isFetching, refetch } = catalogue
  if (failure) return <ErrorState {...failure} onRetry={refetch} retrying={isFetching} />
  if (start?.total === 0) return <EmptyState {...empty} action={addFirst} />
  return (
    <FilteredRecords catalogue={catalogue} texts={filter} orders={orders} table={table} handlers={handlers} />
  )
}
