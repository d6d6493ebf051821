import type { RecordPage } from '@cairn/workspace/port/records/records'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useDebounced } from '@/lib/hooks/use-debounced.ts'
import { pagesAround, pagesOf, type RecordRows, rowsOf } from './record-rows.ts'

/** Long enough to let a user who drags the scroll bar fly over pages, too short to be noticed. */
const REST_MS = 60
const PAGES_AT_ONCE = 4

/** Key and fetcher of a page. */
interface PageQuery<Item> {
  queryKey: readonly unknown[]
  queryFn: () => Promise<RecordPage<Item>>
}

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
  /** Gets the rows from one place to another, the last included, also those far out of sight. */
  load: (first: number, last: number) => Promise<readonly Item[]>
}

/**
 * The rows of a long list: the server filters and orders, and pages come as they are scrolled to. `pageQuery` gives the
 * query of a page, from 0, of what is searched now.
 */
export function usePagedRows<Item>(
  pageQuery: (index: number) => PageQuery<Item>,
  enabled: boolean,
): PagedRows<Item> {
  const queries = useQueryClient()
  const [shown, setShown] = useState<readonly [first: number, last: number]>([0, 0])
  const start = useQuery({ ...pageQuery(0), enabled, placeholderData: keepPreviousData })
  const total = start.data?.total ?? 0
  const wanted = pagesAround(...shown, total).filter((page) => page > 0)
  const isAtRest = useDebounced(wanted.join(), REST_MS) === wanted.join()
  const others = useQueries({
    queries: wanted.map((page) => ({
      ...pageQuery(page),
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
    async load(first, last) {
      const needed = pagesOf(first, last)
      const known = new Map<number, RecordPage<Item>>()
      // A few at a time: a range over thousands of rows leaves the server to others too.
      for (let at = 0; at < needed.length; at += PAGES_AT_ONCE)
        await Promise.all(
          needed.slice(at, at + PAGES_AT_ONCE).map(async (page) => {
            known.set(page, await queries.ensureQueryData(pageQuery(page)))
          }),
        )
      const { at } = rowsOf(known, total)
      const places = Array.from({ length: last - first + 1 }, (_, step) => first + step)
      return places.map(at).filter((item) => item !== undefined)
    },
  }
}
