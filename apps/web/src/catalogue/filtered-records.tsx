import { Search } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataTableRows, Sort } from '@/ui/data-table-types.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { Input } from '@/ui/input.tsx'
import { CATALOGUES } from '@/workspace/port/catalogues.ts'
import type { CatalogueDescriptor, CatalogueRecord } from '@/workspace/port/records.ts'
import { useFilterText, useSort } from './use-address.ts'
import { type CatalogueStart, useLoadFailure } from './use-catalogue.ts'
import { useRecordList } from './use-record-list.ts'

export interface FilteredTexts {
  /** The box's name, and what stands in it while it is empty. */
  label: string
  placeholder: string
  loadingMore: string
}

/** What the table's rows can be asked to do. */
export interface RowHandlers<Item> {
  onOpen: (item: Item) => void
  onEdit: (item: Item) => void
  onDelete: (item: Item) => void
}

/** A catalogue's table: its rows in their order, and what they can be asked to do. */
export interface CatalogueTableProps<Item> extends RowHandlers<Item> {
  list: DataTableRows<Item>
}

/** The order of the table until the user chooses another; null for that in which the records come. */
const USUAL_SORT: Record<CatalogueDescriptor['order'], Sort | null> = {
  name: { id: 'name', desc: false },
  newest: null,
}

interface FilteredRecordsProps<Item> {
  catalogue: CatalogueStart<Item>
  texts: FilteredTexts
  table: (props: CatalogueTableProps<Item>) => ReactNode
  handlers: RowHandlers<Item>
}

/** The table under a box that narrows it down. */
export function FilteredRecords<Item extends CatalogueRecord>(props: FilteredRecordsProps<Item>) {
  const { catalogue, texts, table, handlers } = props
  const { records, start } = catalogue
  const { order, orders } = CATALOGUES[records.kind]
  const { t } = useTranslation()
  const [text, setText] = useFilterText()
  const [sort, setSort] = useSort(USUAL_SORT[order], orders)
  const top = useRef<HTMLDivElement>(null)
  const list = useRecordList({
    records,
    start,
    text,
    sort,
    loadingText: texts.loadingMore,
    // A user who is far down wants to see what comes first now.
    onSort(next) {
      top.current?.scrollIntoView({ block: 'nearest' })
      setSort(next)
    },
  })
  const failure = useLoadFailure(list.error, catalogue.failed)
  return (
    <div ref={top} className="flex scroll-mt-28 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="relative w-full max-w-72 max-md:max-w-none">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted-foreground"
          />
          <Input
            type="search"
            aria-label={texts.label}
            placeholder={texts.placeholder}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="pl-8"
          />
        </div>
        <p role="status" className="max-md:not-empty:mt-2 text-muted-foreground text-xs tabular-nums">
          {start &&
            list.found !== null &&
            text.trim() &&
            t('{{shown}} of {{total}}', { shown: list.found, total: start.total })}
        </p>
      </div>
      {failure && list.found === null ? (
        <ErrorState {...failure} onRetry={list.refetch} retrying={list.isFetching} />
      ) : (
        table({ list: list.table, ...handlers })
      )}
    </div>
  )
}
