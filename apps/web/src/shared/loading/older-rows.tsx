import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { Button } from '@/ui/button/button.tsx'
import { failureReason } from './failure-toast.ts'

/** The distance before the end of the list at which loading begins. */
const AHEAD = '400px'

interface OlderRowsProps {
  /** The list, as `useInfiniteQuery` returns it. */
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => Promise<{ isFetchNextPageError: boolean }>
  }
  /** The element that scrolls, where it is not the page. */
  area?: RefObject<HTMLElement | null>
  className?: string
}

/** The end of a list, newest first: fetches older rows when the user scrolls there, or presses the button. */
export function OlderRows({ query, area, className }: OlderRowsProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query
  const { t } = useTranslation()
  const end = useRef<HTMLDivElement>(null)
  const isWaiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    const target = end.current
    if (!isWaiting || target === null) return
    let isGone = false
    const fetchOlder = async () => {
      observer.unobserve(target)
      const { isFetchNextPageError: hasFailed } = await fetchNextPage()
      // A fetch that another one canceled brings no rows and no rendering: the end may still be in view.
      if (!isGone && !hasFailed) observer.observe(target)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy page reports several positions at once, the newest last.
        if (entries.at(-1)?.isIntersecting) void fetchOlder()
      },
      { root: area?.current ?? null, rootMargin: AHEAD },
    )
    observer.observe(target)
    return () => {
      isGone = true
      observer.disconnect()
    }
  }, [isWaiting, fetchNextPage, area])
  if (!hasNextPage) return null
  return (
    <div ref={end} className={cn('flex flex-col items-center gap-2 pt-5', className)}>
      {isFetchNextPageError && error && (
        <p role="alert" className="text-muted-foreground text-sm">
          {failureReason(error, t)}
        </p>
      )}
      <Button variant="outline" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('Show older')}
      </Button>
    </div>
  )
}
