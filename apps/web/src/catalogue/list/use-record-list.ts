import { asksBeyondRecords } from '@cairn/workspace/port/records/beyond-records'
import {
  type CatalogueRecord,
  RECORD_ORDERS,
  type RecordFilter,
  type RecordPage,
  type RecordSearch,
} from '@cairn/workspace/port/records/records'
import { fieldKeyOf } from '@cairn/workspace/rules/field-key'
import { filterRecords } from '@cairn/workspace/rules/filter-records'
import { useDeferredValue, useMemo } from 'react'
import { useDebounced } from '@/lib/hooks/use-debounced.ts'
import type { CatalogueQueries } from '@/queries/records/catalogue.ts'
import { isWhole } from '@/queries/records/list-cache.ts'
import type { DataTableRows, Sort } from '@/ui/data-table/types.ts'
import type { ListView } from './address/list-address.ts'
import { usePagedRows } from './use-paged-rows.ts'

/** The server is asked when the user pauses while typing. */
const PAUSE_MS = 80

export interface RecordListOptions<Item> {
  records: CatalogueQueries<Item>
  /** Null while loading. */
  start: RecordPage<Item> | null
  filter: RecordFilter
  sort: Sort | null
  onSort: (sort: Sort) => void
  loadingText: string
}

interface RecordList<Item> {
  table: DataTableRows<Item>
  /** The number of records that match the filter; null while it is not known. */
  found: number | null
  error: Error | null
  isFetching: boolean
  refetch: () => void
}

/** The rows of a catalogue: a small one is filtered and ordered here, a large one by the server. */
export function useRecordList<Item extends CatalogueRecord>(
  options: RecordListOptions<Item>,
): RecordList<Item> {
  const { records, start, filter, sort, onSort, loadingText } = options
  // The loaded records tell neither their gaps nor their heartbeats and relations.
  const isLarge =
    start !== null && (!isWhole(start) || filter.gaps.length > 0 || asksBeyondRecords(filter.conditions))
  const search = useSearch(filter, sort)
  const paged = usePagedRows((index) => records.page(search, index), isLarge)
  const wanted = useDeferredValue(filter)
  const items = start?.items
  const fitting = useMemo(() => filterRecords(items ?? [], wanted), [items, wanted])
  const order = { sort, onSort }
  if (!isLarge) {
    const table = { ...order, rows: fitting, loading: start === null }
    return { ...paged, table, found: start && fitting.length, error: null }
  }
  const { rows, isStale, onShown, load } = paged
  if (rows === null) return { ...paged, table: { ...order, rows: [], loading: true }, found: null }
  const { length, at } = rows
  const table = {
    ...order,
    rows: { length, at, onShown, load, question: search, isStale, loadingText },
    loading: false,
  }
  return { ...paged, table, found: length }
}

/** Returns the search for the server. The same search is the same object, for as long as it stands. */
function useSearch(
  { text, statuses, owners, gaps, conditions }: RecordFilter,
  sort: Sort | null,
): RecordSearch {
  const paused = useDebounced(text.trim(), PAUSE_MS)
  const by = sort?.id ?? null
  const descending = sort?.desc ?? false
  return useMemo(
    () =>
      searchOf({
        ...{ text: paused, statuses, owners, gaps, conditions: conditions ?? null },
        order: by === null ? null : { by, descending },
      }),
    [paused, statuses, owners, gaps, conditions, by, descending],
  )
}

/** Returns the state of a list as a search. An order that the server does not know becomes the usual one. */
export function searchOf({ text, statuses, owners, gaps, conditions, order }: SearchedList): RecordSearch {
  const by = RECORD_ORDERS.find((known) => known === order?.by) ?? fieldKeyOf(order?.by ?? '')
  return {
    ...{ text: text.trim(), statuses, owners, gaps },
    ...(conditions && { conditions }),
    order: by ? { by, descending: order?.descending ?? false } : null,
  }
}

type SearchedList = Pick<ListView, 'text' | 'statuses' | 'owners' | 'gaps' | 'conditions' | 'order'>
