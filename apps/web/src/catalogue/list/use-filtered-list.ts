import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueDescriptor, CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useMemo } from 'react'
import { isWhole } from '@/queries/records/list-cache.ts'
import type { Sort } from '@/ui/data-table/types.ts'
import { useFilterText } from '../use-address.ts'
import { useListState } from './address/use-list-state.ts'
import type { CatalogueStart } from './use-catalogue.ts'
import { useRecordFilters } from './use-record-filters.ts'
import { useRecordList } from './use-record-list.ts'

/** The order of the table until the user chooses another; null for the order in which the records come. */
const USUAL_SORT: Record<CatalogueDescriptor['order'], Sort | null> = {
  name: { id: 'name', desc: false },
  newest: null,
}

interface FilteredListOptions<Item> {
  catalogue: CatalogueStart<Item>
  loadingText: string
  /** Called when the user has chosen another order. */
  onOrder: () => void
}

/** Returns the filter of the address, and the records that match it. */
export function useFilteredList<Item extends CatalogueRecord>(props: FilteredListOptions<Item>) {
  const { catalogue, loadingText, onOrder } = props
  const { records, start } = catalogue
  const usual = USUAL_SORT[CATALOGUES[records.kind].order]
  const [text, setText] = useFilterText()
  const state = useListState(records.kind)
  const filters = useRecordFilters(records.kind, state)
  const { owners } = state
  const { statuses, gaps, conditions, order } = state.view
  const sort = useMemo(() => (order ? { id: order.by, desc: order.descending } : usual), [order, usual])
  const filter = useMemo(
    () => ({ text, statuses, owners, gaps, ...(conditions && { conditions }) }),
    [text, statuses, owners, gaps, conditions],
  )
  const question = {
    ...{ records, start, filter, sort, loadingText },
    onSort(next: Sort) {
      onOrder()
      const isUsual = next.id === usual?.id && next.desc === usual.desc
      state.change({ order: isUsual ? null : { by: next.id, descending: next.desc } })
    },
  }
  return {
    text,
    setText,
    filters,
    filter,
    state,
    question,
    list: useRecordList(question),
    /** All records of the catalogue; null where only some of them are loaded. */
    all: start && isWhole(start) ? start.items : null,
  }
}
