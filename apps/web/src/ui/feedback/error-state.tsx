import { RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/button.tsx'

interface ErrorStateProps {
  title: string
  message: string
  /** The id by which an operator finds the request in the log. */
  requestId?: string | null
  onRetry?: () => void
  retryLabel?: string
  retrying?: boolean
}

/** The state after a failure to load: the reason, and a button to try again. */
export function ErrorState({
  title,
  message,
  requestId = null,
  onRetry,
  retryLabel,
  retrying = false,
}: ErrorStateProps) {
  const { t } = useTranslation()
  return (
    <div
      role="alert"
      className="flex flex-col items-center rounded-xl border border-dashed px-6 py-14 text-center"
    >
      <span className="mb-4 grid size-11 place-items-center rounded-xl bg-destructive-soft text-destructive-foreground">
        <TriangleAlert aria-hidden className="size-5" />
      </span>
      <h2 className="font-semibold text-base">{title}</h2>
      <p className="mt-1 max-w-md text-pretty text-muted-foreground text-sm">{message}</p>
      {requestId && (
        <p className="mt-2 break-all font-mono text-muted-foreground text-xs">
          {t('Request {{id}}', { id: requestId })}
        </p>
      )}
      {onRetry && (
        <Button variant="outline" className="mt-5" onClick={onRetry} pending={retrying}>
          {!retrying && <RotateCw />}
          {retryLabel ?? t('Try again')}
        </Button>
      )}
    </div>
  )
}
