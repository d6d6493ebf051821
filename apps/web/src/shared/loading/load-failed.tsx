import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { Button } from '@/ui/button/button.tsx'
import { failureReason } from './failure-toast.ts'

interface LoadFailedProps {
  /** The sentence about the missing data; without it, the reason stands alone. */
  title?: string
  error: Error
  isFetching: boolean
  onRetry: () => void
  className?: string
}

/** Tells that rows, or some of them, could not be loaded: the reason, and a button to try again. */
export function LoadFailed({ title, error, isFetching, onRetry, className }: LoadFailedProps) {
  const { t } = useTranslation()
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-wrap items-center justify-between gap-x-3 gap-y-2 base:py-2 text-sm',
        className,
      )}
    >
      <p className="min-w-0">
        {title && <span className="block font-medium">{title}</span>}
        <span className="text-muted-foreground">{failureReason(error, t)}</span>
      </p>
      <Button variant="outline" size="sm" pending={isFetching} onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}
