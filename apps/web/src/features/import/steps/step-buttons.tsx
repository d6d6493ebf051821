import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'

interface StepButtonsProps {
  onBack: () => void
  onNext: () => void
  /** Why the user cannot go on; null where nothing is in the way. */
  reason: string | null
  pending?: boolean
  label?: string
  children?: ReactNode
}

/** Below a step: back, and on. */
export function StepButtons({ onBack, onNext, reason, pending = false, label, children }: StepButtonsProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Button variant="outline" onClick={onBack}>
        <ArrowLeft aria-hidden />
        {t('Back')}
      </Button>
      <div className="flex flex-wrap items-center gap-3">
        {children}
        <Button onClick={onNext} disabledReason={reason} pending={pending}>
          {label ?? t('Continue')}
          <ArrowRight aria-hidden />
        </Button>
      </div>
    </div>
  )
}
