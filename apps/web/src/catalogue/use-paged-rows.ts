import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useDebounced } from '@/lib/use-debounced.ts'
import type { CatalogueQueries } from '@/queries/catalogue.ts'
import type { RecordPage, RecordSearch } from '@/workspace/port/records.ts'
import { pagesAround, type RecordRows, rowsOf } from './record-rows.ts'

/** Long enough to let a user who drags the scroll bar fly over pages, too short to be noticed. */
const REST_MS = 60

interface PagedRows<Item> {
  /** Null until the first are there. */
  rows: RecordRows<Item> | null
  error: Error | null
  isFetching: boolean
  /** The rows still answer what was asked before. */
  isStale: boolean
  refetch: () => void
  /** Hears which rows are in sight. */
  onShown: (first: number, last: number) => void
}

/** The rows of a large catalogue: the server filters and orders, and pages come as they are scrolled to. */
export function usePagedRows<Item>(
  records: CatalogueQueries<Item>,
  search: RecordSearch,
  enabled: boolean,
): PagedRows<Item> {
  const [shown, setShown] = useState<readonly [first: number, last: number]>([0, 0])
  const start = useQuery({ ...records.page(search, 0), enabled, placeholderData: keepPreviousData })
  const total = start.data?.total ?? 0
  const wanted = pagesAround(...shown, total).filter((page) => page > 0)
  const isAtRest = useDebounced(wanted.join(), REST_MS) === wanted.join()
  const others = useQueries({
    queries: wanted.map((page) => ({
      ...records.page(search, page),
      enabled: enabled && isAtRest && !start.isPlaceholderData,
    })),
  })
  const pages = new Map<number, RecordPage<Item>>()
  if (start.data) pages.set(0, start.data)
  for (const [position, page] of wanted.entries()) {
    const data = others[position]?.data
    if (data) pages.set(page, data)
  }
  const failed = [start, ...others].filter(({ isError }) => isError)
  return {
    rows: start.data ? rowsOf(pages, total) : null,
    error: failed[0]?.error ?? null,
    isFetching: start.isFetching,
    isStale: start.isPlaceholderData,
    refetch: () => {
      for (const query of failed) void query.refetch()
    },
    onShown: useCallback((first, last) => setShown([first, last]), []),
  }
}
