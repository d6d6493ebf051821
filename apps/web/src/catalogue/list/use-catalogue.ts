import { WorkspaceError } from '@cairn/workspace/errors'
import type { RecordPage } from '@cairn/workspace/port/records/records'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { type CatalogueQueries, catalogueQueries } from '@/queries/records/catalogue.ts'
import { isWhole } from '@/queries/records/list-cache.ts'
import { useLoadFailureToast } from '@/shared/loading/failure-toast.ts'
import type { AnyCatalogue, LoadFailureWords } from '../definition.ts'
import { useAwaitsHandovers } from '../handover/use-pending-handovers.ts'

interface LoadFailure {
  title: string
  message: string
  requestId: string | null
}

/** The records of a catalogue, as its screen needs them. */
export interface CatalogueStart<Item> {
  records: CatalogueQueries<Item>
  /**
   * The first page: all records of a small catalogue. Null before it is loaded with the parts that make its rows
   * higher, and when it could not be loaded.
   */
  start: RecordPage<Item> | null
  failure: LoadFailure | null
  isFetching: boolean
  refetch: () => void
  /** The words for a failure to load the records. */
  failed: LoadFailureWords
}

/** Loads the start of a catalogue. A failure shows a toast, and counts as no start. */
export function useCatalogue<Item>({ kind, part, words }: AnyCatalogue<Item>): CatalogueStart<Item> {
  const { t } = useTranslation()
  const failed = words(t).loadFailed
  const records = catalogueQueries(kind, part(useWorkspace()))
  const { data, error, isFetching, refetch } = useQuery(records.list)
  const failure = useLoadFailure(error, failed)
  const awaitsHandovers = useAwaitsHandovers(kind)
  return {
    records,
    start: awaitsHandovers ? null : startOf(data),
    failure: data === undefined ? failure : null,
    isFetching,
    refetch: () => void refetch(),
    failed,
  }
}

/** Removes records that are just being deleted. */
function startOf<Item>(page: RecordPage<Item> | undefined): RecordPage<Item> | null {
  if (page === undefined) return null
  return isWhole(page) ? { ...page, total: page.items.length } : page
}

/** Reports in a toast that records could not be loaded; returns the words to show in their place. */
export function useLoadFailure(error: Error | null, failed: LoadFailureWords): LoadFailure | null {
  const { t } = useTranslation()
  useLoadFailureToast(error, failed)
  if (!error) return null
  const reason = error instanceof WorkspaceError ? errorMessage(error, t) : t('Something went wrong.')
  return {
    title: failed.title,
    message: failed.message ?? reason,
    requestId: error instanceof WorkspaceError ? error.requestId : null,
  }
}
