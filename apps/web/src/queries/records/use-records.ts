import type { CatalogueRecord, RecordPage } from '@cairn/workspace/port/records/records'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CatalogueQueries } from './catalogue.ts'
import { isWhole } from './list-cache.ts'

interface Records<Item> {
  /** The existing ones; null until that is known. */
  items: readonly Item[] | null
  error: Error | null
  isFetching: boolean
  refetch: () => void
}

/** Returns the records with these ids: from the list where it is complete, and otherwise from the server. */
export function useRecords<Item extends CatalogueRecord>(
  records: CatalogueQueries<Item>,
  ids: readonly string[],
): Records<Item> {
  const queries = useQueryClient()
  const list = useQuery({ ...records.list, enabled: ids.length > 0 })
  const isLarge = list.data !== undefined && !isWhole(list.data)
  const known = useQuery({
    ...records.byIds(ids),
    enabled: isLarge,
    // The table's data shows at once; the server confirms it all the same.
    initialData: () => cached(),
    initialDataUpdatedAt: 0,
  })
  function cached(): readonly Item[] | undefined {
    const pages = queries.getQueriesData<RecordPage<Item>>({ queryKey: records.pages })
    const shown = [...(list.data?.items ?? []), ...pages.flatMap(([, page]) => page?.items ?? [])]
    const found = ids.map((id) => shown.find((item) => item.id === id))
    return found.every((item) => item !== undefined) ? found : undefined
  }
  const asked = isLarge ? known : list
  const rest = { isFetching: asked.isFetching, refetch: () => void asked.refetch() }
  if (ids.length === 0) return { items: [], error: null, ...rest }
  if (isLarge) return { items: known.data ?? null, error: known.error, ...rest }
  return {
    items: list.data?.items.filter(({ id }) => ids.includes(id)) ?? null,
    error: list.error,
    ...rest,
  }
}
