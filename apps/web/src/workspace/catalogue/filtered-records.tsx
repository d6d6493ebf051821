import { Search } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '@/ui/input.tsx'
import type { CatalogueRecord } from '../port/records.ts'
import { filterRecords } from './filter-records.ts'
import { useFilterText } from './use-address.ts'

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

export type RenderTable<Item> = (table: {
  items: readonly Item[]
  loading: boolean
  handlers: RowHandlers<Item>
}) => ReactNode

interface FilteredRecordsProps<Item> {
  /** Null while loading. */
  items: readonly Item[] | null
  /** More of them are on their way. */
  isPartial: boolean
  texts: FilteredTexts
  table: RenderTable<Item>
  handlers: RowHandlers<Item>
}

/** The table under a box that narrows it down. */
export function FilteredRecords<Item extends CatalogueRecord>(props: FilteredRecordsProps<Item>) {
  const { items, isPartial, texts, table, handlers } = props
  const { t } = useTranslation()
  const [text, setText] = useFilterText()
  const sought = useDeferredValue(text)
  const shown = useMemo(() => filterRecords(items ?? [], sought), [items, sought])
  return (
    <div className="flex flex-col gap-3">
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
          {isPartial
            ? texts.loadingMore
            : items &&
              sought.trim() &&
              t('{{shown}} of {{total}}', { shown: shown.length, total: items.length })}
        </p>
      </div>
      {table({ items: shown, loading: items === null, handlers })}
    </div>
  )
}
