import { type CatalogueRecord, EVERY_RECORD } from '@cairn/workspace/port/records/records'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '@/lib/hooks/use-debounced.ts'
import type { CatalogueQueries } from '@/queries/records/catalogue.ts'
import { isWhole } from '@/queries/records/list-cache.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import type { ListSearch } from '@/ui/picker/list-picker.tsx'

const PAUSE_MS = 80

interface RecordChoices<Item> {
  /** The records to choose from, as far as they are loaded. */
  choices: readonly Item[]
  /** Searches the server for more records; null where all are loaded. */
  search: ListSearch | null
  /** The catalogue is empty. */
  isEmpty: boolean
  isLoading: boolean
  error: Error | null
  isFetching: boolean
  /** Loads again what could not be loaded. */
  retry: () => void
}

/**
 * The records to pick from, without the ones that are already picked. Of a large catalogue, the records that match the
 * typed text.
 */
export function useRecordChoices<Item extends CatalogueRecord>(
  records: CatalogueQueries<Item>,
  without: readonly string[],
): RecordChoices<Item> {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim(), PAUSE_MS)
  const list = useQuery(records.list)
  const isLarge = list.data !== undefined && !isWhole(list.data)
  const found = useQuery({
    ...records.page({ ...EVERY_RECORD, text, order: { by: 'match', descending: false } }, 0),
    enabled: isLarge,
    placeholderData: keepPreviousData,
  })
  const page = isLarge ? found.data : list.data
  const choices = page?.items.filter(({ id }) => !without.includes(id)) ?? []
  const failure = found.error && failureReason(found.error, t)
  const isSearching = found.isFetching || text !== typed.trim()
  return {
    choices,
    search: isLarge ? { typed, onType: setTyped, total: page?.total ?? 0, isSearching, failure } : null,
    isEmpty: list.data?.total === 0,
    isLoading: list.isPending,
    error: list.error ?? found.error,
    isFetching: list.isFetching || found.isFetching,
    retry: () => void (list.error ? list : found).refetch(),
  }
}
