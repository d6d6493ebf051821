import { useTranslation } from 'react-i18next'
import { failureReason } from '@/shared/failure-toast.ts'
import { Button } from '@/ui/button.tsx'
import { Skeleton } from '@/ui/skeleton.tsx'

/** A placeholder while the rows of a card load, as high as one of them. */
export function RowSkeleton({ label }: { label: string }) {
  return (
    <div className="flex items-center gap-3 py-2.5">
      <span className="sr-only">{label}</span>
      <Skeleton className="size-8 rounded-md" />
      <span className="flex flex-1 flex-col gap-1.5">
        <Skeleton className="w-40" />
        <Skeleton className="h-3 w-56 max-w-full" />
      </span>
    </div>
  )
}

interface RowsFailedProps {
  title: string
  error: Error
  isFetching: boolean
  onRetry: () => void
}

/** The rows could not be loaded: why, and how to try again. */
export function RowsFailed({ title, error, isFetching, onRetry }: RowsFailedProps) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 py-2 text-sm">
      <p>
        <span className="block font-medium">{title}</span>
        <span className="text-muted-foreground">{failureReason(error, t)}</span>
      </p>
      <Button variant="outline" size="sm" pending={isFetching} onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}
