import type { ImportPlan } from '@cairn/workspace/port/imports'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { useIsChanging } from './use-decide.ts'

interface ApplyBarProps {
  plan: ImportPlan
  /** The work on the plan that is running. */
  work: 'check' | 'apply' | null
  onBack: (() => void) | null
  onApply: () => void
}

/** The way back, the open decisions, and the button that writes. */
export function ApplyBar({ plan, work, onBack, onApply }: ApplyBarProps) {
  const { t } = useTranslation()
  const { checked, total, toApply, undecided, state, applied } = plan
  const count = toApply - applied
  const isChanging = useIsChanging(plan.id)
  const isChecked = checked >= total
  const reason = !isChecked
    ? t('The rows are still being checked.')
    : toApply === 0
      ? t('There is nothing to apply.')
      : null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {onBack && state === 'open' ? (
        <Button
          variant="outline"
          onClick={onBack}
          disabledReason={work === 'apply' ? t('The rows are being applied.') : null}
        >
          <ArrowLeft aria-hidden />
          {t('Back')}
        </Button>
      ) : (
        <span />
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {isChecked && undecided > 0 && (
          <p className="text-pretty text-muted-foreground text-sm">
            {t('{{count}} possible duplicates wait for you; without a decision they are left out.', {
              count: undecided,
              defaultValue_one:
                '{{count}} possible duplicate waits for you; without a decision it is left out.',
            })}
          </p>
        )}
        <Button onClick={onApply} pending={work !== null || isChanging} disabledReason={reason}>
          {state === 'applying' && work === null
            ? t('Go On with {{count}} Rows', { count, defaultValue_one: 'Go On with {{count}} Row' })
            : t('Apply {{count}} Rows', { count, defaultValue_one: 'Apply {{count}} Row' })}
        </Button>
      </div>
    </div>
  )
}
