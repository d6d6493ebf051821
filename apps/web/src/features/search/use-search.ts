import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { searchQueries } from '@/queries/search.ts'
import { useLoadFailureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import { searchState } from './search-state.ts'

interface FindOptions {
  /** At most so many of each type. */
  limit: number
}

/** Finds a text; while it is looked for, what was found for the last one stays. */
export function useFind(text: string, { limit }: FindOptions) {
  const find = useQuery({
    ...searchQueries.find(useWorkspace(), text, limit),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  return { ...find, state: searchState(text, find) }
}

interface SearchOptions extends FindOptions {
  /** The user asked for this text, rather than being about to type on. */
  isFinal: boolean
}

/** The search of the screen, which tells in a toast what went wrong, and that nothing was found. */
export function useSearch(text: string, { limit, isFinal }: SearchOptions) {
  const { t } = useTranslation()
  const { state, error, dataUpdatedAt, isFetching, refetch } = useFind(text, { limit })
  useLoadFailureToast(text === '' ? null : error, {
    title: t('Search error'),
    message: t('An error occurred while searching. Please try again.'),
  })
  const hasNoResults = state.kind === 'empty' && isFinal && !isFetching
  useEffect(() => {
    if (hasNoResults && dataUpdatedAt > 0)
      toast({
        title: t('No results found'),
        description: t('No matches found for “{{text}}”. Try a different term.', { text }),
      })
  }, [hasNoResults, dataUpdatedAt, text, t])
  return { state, isFetching, refetch: () => void refetch() }
}
