import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { LoadFailed } from './load-failed.tsx'

interface MoreRowsProps {
  /** The list, as `useInfiniteQuery` returns it. */
  query: {
    data: unknown
    error: Error | null
    isFetching: boolean
    hasNextPage: boolean
    refetch: () => unknown
    fetchNextPage: () => unknown
  }
  /** The sentence for rows that could not be loaded. */
  failed?: string
}

/** The foot of a list that comes in pages: the button for the next one, or the reason why it failed. */
export function MoreRows({ query, failed }: MoreRowsProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, hasNextPage, refetch, fetchNextPage } = query
  if (error)
    return (
      <LoadFailed
        {...(failed && { title: failed })}
        error={error}
        isFetching={isFetching}
        onRetry={() => void (data === undefined ? refetch() : fetchNextPage())}
      />
    )
  if (!hasNextPage) return null
  return (
    <Button
      variant="outline"
      size="sm"
      className="mt-3"
      pending={isFetching}
      onClick={() => void fetchNextPage()}
    >
      {t('Show more')}
    </Button>
  )
}
