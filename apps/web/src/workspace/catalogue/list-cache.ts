import { useQueryClient } from '@tanstack/react-query'
import type { CatalogueRecord } from '../port/records.ts'
import type { CatalogueList } from '../queries/catalogue.ts'
import { dashboardQueries } from '../queries/dashboard.ts'
import { historyQueries } from '../queries/history.ts'

/** Where a catalogue's records are kept once loaded, and in which order. */
export interface Shelf<Item> {
  list: CatalogueList<Item>
  order: (one: Item, other: Item) => number
}

/**
 * Writes records into the cached list, in order, and makes the figures that count them stale. How
 * deletions leave the lists is in `vanish.ts`.
 */
export function useListCache<Item extends CatalogueRecord>({ list, order }: Shelf<Item>) {
  const queries = useQueryClient()
  const { queryKey } = list
  const write = (change: (listed: readonly Item[]) => readonly Item[]) => {
    queries.setQueryData(queryKey, (listed) => listed && [...change(listed)].sort(order))
    // A list that was asked for before the write may arrive after it, without it.
    if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey })
    void queries.invalidateQueries({ queryKey: dashboardQueries.all })
    void queries.invalidateQueries({ queryKey: historyQueries.all })
  }
  return {
    /** Puts a record where it belongs, in the place of what was known of it before. */
    put: (item: Item) => write((listed) => [...listed.filter(({ id }) => id !== item.id), item]),
    /** Changes a record that is listed; one that is not stays away. */
    replace: (item: Item) => write((listed) => listed.map((known) => (known.id === item.id ? item : known))),
    /** Asks for the list anew: somebody else has changed it. */
    reload: () => void queries.invalidateQueries({ queryKey }),
  }
}
