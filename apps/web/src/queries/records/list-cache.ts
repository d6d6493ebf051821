import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import {
  type CatalogueRecord,
  RECORDS_PER_PAGE,
  type RecordPage,
} from '@cairn/workspace/port/records/records'
import { RECORDS_IN_ORDER } from '@cairn/workspace/rules/order-records'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { dashboardQueries } from '../dashboard.ts'
import type { CatalogueQueries } from './catalogue.ts'
import { DEPARTED } from './departed-key.ts'
import { handoverQueries } from './handovers.ts'
import { historyQueries } from './history.ts'
import { viewQueries } from './views.ts'

/** Every cached list of the catalogue's records. */
export function listKeys<Item>({ list, pages, known, grouped }: CatalogueQueries<Item>): readonly QueryKey[] {
  return [list.queryKey, pages, known, grouped]
}

/** Whether the first page holds all records: then it is filtered and sorted here, and nothing more is requested. */
export function isWhole({ total }: RecordPage<unknown>): boolean {
  return total <= RECORDS_PER_PAGE
}

/**
 * Writes records wherever the cache has them, and makes the figures that count them stale. A complete list is kept
 * sorted here; the server decides the places in a large one. `hide-deleted.ts` removes deleted records from the lists.
 */
export function useListCache<Item extends CatalogueRecord>(records: CatalogueQueries<Item>) {
  const queries = useQueryClient()
  const { order } = CATALOGUES[records.kind]
  const replace = (item: Item) => {
    const replaced = (listed: readonly Item[]) => listed.map((known) => (known.id === item.id ? item : known))
    for (const queryKey of [records.list.queryKey, records.pages])
      queries.setQueriesData<RecordPage<Item>>(
        { queryKey },
        (page) => page && { ...page, items: replaced(page.items) },
      )
    queries.setQueriesData<readonly Item[]>({ queryKey: records.known }, (known) => known && replaced(known))
    // A request that was sent before the write may be answered after it, without the change.
    if (queries.isFetching({ queryKey: records.list.queryKey }) > 0)
      void queries.invalidateQueries({ queryKey: records.list.queryKey })
    // A change of the owner withdraws the handover, and ends the mark of a departed owner.
    const stale = [
      records.pages,
      records.grouped,
      dashboardQueries.all,
      viewQueries.allCounts,
      historyQueries.all,
      handoverQueries.all,
      DEPARTED,
    ]
    for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
  }
  return {
    /** Changes a record that is listed; a record that is not listed is not added. */
    replace,
    /** Puts a record at its place, instead of its former state. */
    put(item: Item) {
      replace(item)
      queries.setQueryData(
        records.list.queryKey,
        (page) => page && withRecord(page, item, RECORDS_IN_ORDER[order]),
      )
    },
    /** Refetches the lists: another user has changed them. */
    reload() {
      for (const queryKey of listKeys(records)) void queries.invalidateQueries({ queryKey })
    },
  }
}

function withRecord<Item extends CatalogueRecord>(
  page: RecordPage<Item>,
  item: Item,
  compare: (one: Item, other: Item) => number,
): RecordPage<Item> {
  const others = page.items.filter(({ id }) => id !== item.id)
  const total = others.length === page.items.length ? page.total + 1 : page.total
  return isWhole(page) ? { items: [...others, item].sort(compare), total } : { ...page, total }
}
