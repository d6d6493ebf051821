import { useTranslation } from 'react-i18next'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { Button } from '@/ui/button/button.tsx'

interface CardFailureProps {
  error: Error
  pending: boolean
  onRetry: () => void
}

/** Why a card of the dashboard has nothing to show, and the way to try again. */
export function CardFailure({ error, pending, onRetry }: CardFailureProps) {
  const { t } = useTranslation()
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-sm">
      {failureReason(error, t)}
      <Button variant="link" pending={pending} onClick={onRetry}>
        {t('Try again')}
      </Button>
    </p>
  )
}
