import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { WorkspaceError } from '../errors.ts'
import { useLoadFailureToast } from '../failure-toast.ts'
import type { CatalogueList } from '../queries/catalogue.ts'

/** The records of a catalogue, as its screen needs them. */
export interface Catalogue<Item> {
  /** Null before they are there, and when they could not be loaded. */
  items: readonly Item[] | null
  /** Only the first of many are there. */
  isPartial: boolean
  failure: { title: string; message: string; requestId: string | null } | null
  isFetching: boolean
  refetch: () => void
}

interface FailureTexts {
  title: string
  /** Stands in the place of the reason. */
  message?: string
}

/** Loads a catalogue. A failure shows a toast, and counts as none. */
export function useCatalogue<Item>(list: CatalogueList<Item>, failed: FailureTexts): Catalogue<Item> {
  const { t } = useTranslation()
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery(list)
  useLoadFailureToast(error, failed)
  const isPartial = data !== undefined && dataUpdatedAt === 0
  const hasFailed = error !== null && (data === undefined || isPartial)
  const reason = error instanceof WorkspaceError ? t(error.message) : t('Something went wrong.')
  return {
    items: data === undefined || hasFailed ? null : data,
    isPartial,
    failure: hasFailed
      ? {
          title: failed.title,
          message: failed.message ?? reason,
          requestId: error instanceof WorkspaceError ? error.requestId : null,
        }
      : null,
    isFetching,
    refetch: () => void refetch(),
  }
}
