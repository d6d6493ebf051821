import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { failureReason } from '@/shared/failure-toast.ts'
import { Button } from '@/ui/button.tsx'
import type { useNotifications } from './use-notifications.ts'

/** Begins to load before the end comes into sight. */
const AHEAD = '400px'

type OlderProps = Pick<
  ReturnType<typeof useNotifications>,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
>

/** Fetches older ones when the user scrolls to the end, or presses the button there. */
export function OlderNotifications(props: OlderProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = props
  const { t } = useTranslation()
  const end = useRef<HTMLDivElement>(null)
  const isWaiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (!isWaiting || end.current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWaiting, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={end} className="flex flex-col items-center gap-2 pt-5">
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
