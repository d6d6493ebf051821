import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { LoadFailed } from './load-failed.tsx'

interface MoreRowsProps {
  /** The list, as `useInfiniteQuery` gives it. */
  query: {
    data: unknown
    error: Error | null
    isFetching: boolean
    hasNextPage: boolean
    refetch: () => unknown
    fetchNextPage: () => unknown
  }
  /** What could not be loaded, in a sentence. */
  failed?: string
}

/** The foot of a list that comes in pages: the way to the next one, or why it did not come. */
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
