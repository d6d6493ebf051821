import { IMPORT_DAYS, type ImportEffect, type ImportPlan } from '@cairn/workspace/port/imports'
import { PeopleNotInvited } from '@cairn/workspace/port/people-not-invited'
import { useQuery } from '@tanstack/react-query'
import { FileX, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { importQueries } from '@/queries/imports.ts'
import { CardSkeleton } from '@/shared/loading/card-skeleton.tsx'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { Button } from '@/ui/button/button.tsx'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { ProgressBar } from '@/ui/loading/progress-bar.tsx'
import { useImportDraft } from '../state/use-import-draft.ts'
import { summaryText, sumText } from '../words/effect.ts'
import { ApplyBar } from './apply-bar.tsx'
import { LeftOut } from './left-out.tsx'
import { PlanDone } from './plan-done.tsx'
import { PlanPeople } from './plan-people.tsx'
import { PlanRows } from './plan-rows.tsx'
import { usePlanWork } from './use-plan-work.ts'
import { useRememberMatch } from './use-remember-match.ts'

interface PlanStepProps {
  id: string
  /** Null where the file is not available any more: then there is no earlier step. */
  onBack: (() => void) | null
  onAgain: () => void
}

/** The effects of an import, row by row, before it is applied. */
export function PlanStep({ id, onBack, onAgain }: PlanStepProps) {
  const { t } = useTranslation()
  const { data: plan, error, isFetching, refetch } = useQuery(importQueries.one(useWorkspace(), id))
  const { plan: made } = useImportDraft()
  // Only the tab that sends the rows knows whether all are there; once one is checked, they are.
  if (plan && plan.state === 'open' && plan.checked === 0 && plan.people.length === 0 && made?.id !== id)
    return (
      <EmptyState
        icon={FileX}
        title={t('Not all rows were sent')}
        description={t('Sending {{file}} was interrupted. Choose the file again.', { file: plan.fileName })}
        action={<Button onClick={onAgain}>{t('Import a File')}</Button>}
      />
    )
  if (plan) return <Plan plan={plan} onBack={onBack} onAgain={onAgain} />
  if (plan === null)
    return (
      <EmptyState
        icon={SearchX}
        title={t('This import is not there any more')}
        description={t('A checked import is kept for {{days}} days. Its file can be imported again.', {
          days: IMPORT_DAYS,
        })}
        action={<Button onClick={onAgain}>{t('Import a File')}</Button>}
      />
    )
  if (error)
    return (
      <ErrorState
        title={t('The import could not be loaded.')}
        message={failureReason(error, t)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  return <CardSkeleton />
}

function Plan({ plan, onBack, onAgain }: { plan: ImportPlan } & Omit<PlanStepProps, 'id'>) {
  const { t } = useTranslation()
  const { work, error, start } = usePlanWork(plan, useRememberMatch(plan))
  const isChecked = plan.checked >= plan.total
  useCheck(plan, () => start('check'))
  if (plan.state === 'done') return <PlanDone plan={plan} onAgain={onAgain} />
  return (
    <div className="flex flex-col gap-5">
      <Card>
        <CardHeader
          title={isChecked ? summaryText(plan, t) : t('Checking the rows')}
          description={t('{{file}}: nothing is written until you apply it.', { file: plan.fileName })}
        />
        <CardContent className="flex flex-col gap-4">
          {isChecked && <Sum plan={plan} />}
          {error && (
            <Stopped onRetry={() => start(isChecked ? 'apply' : 'check')}>
              <StopReason error={error} />
            </Stopped>
          )}
          {!isChecked && <Progress label={t('Checking the rows')} done={plan.checked} total={plan.total} />}
          {work === 'apply' && (
            <Progress label={t('Applying the rows')} done={plan.applied} total={plan.toApply} />
          )}
          {isChecked && work !== 'apply' && <LeftOut plan={plan} />}
          <ApplyBar plan={plan} work={work} onBack={onBack} onApply={() => start('apply')} />
        </CardContent>
      </Card>
      {isChecked && work !== 'apply' && (
        <>
          <PlanPeople plan={plan} />
          <PlanRows plan={plan} first={firstEffect(plan)} />
        </>
      )}
    </div>
  )
}

/** The rows of the file, all of them; only the tab that read it knows which were not sent. */
function Sum({ plan }: { plan: ImportPlan }) {
  const { t } = useTranslation()
  const { plan: made, preview } = useImportDraft()
  const unsent = made?.id === plan.id ? (preview?.oddRows ?? []).filter(({ isKept }) => !isKept) : []
  return <p className="text-muted-foreground text-sm">{sumText(plan, unsent.length, t)}</p>
}

/** Continues the check, once for each state in which rows wait for it. */
function useCheck({ state, checked, total }: ImportPlan, check: () => void) {
  const isNeeded = state === 'open' && checked < total
  const run = useRef(check)
  run.current = check
  useEffect(() => {
    if (isNeeded) run.current()
  }, [isNeeded])
}

/** Returns the effect that the user should look at first: undecided rows, then errors. */
function firstEffect({ undecided, summary }: ImportPlan): ImportEffect | null {
  if (undecided > 0) return 'duplicate'
  return summary.error > 0 ? 'error' : null
}

function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar label={label} share={total === 0 ? 0 : done / total} />
      <p className="text-muted-foreground text-xs tabular-nums">
        {t('{{done}} of {{total}} rows', { done, total })}
      </p>
    </div>
  )
}

function Stopped({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-md bg-destructive-soft px-3 py-2 text-sm"
    >
      <p className="min-w-0 flex-1 text-destructive-foreground">{children}</p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {t('Go On')}
      </Button>
    </div>
  )
}

/** The reason why the work stopped: for people who cannot be invited, their names and the reasons. */
function StopReason({ error }: { error: Error }) {
  const { t } = useTranslation()
  if (!(error instanceof PeopleNotInvited)) return failureReason(error, t)
  return (
    <>
      {failureReason(error, t)}
      {error.people.map(({ email, ...reason }) => (
        <span key={email} className="wrap-anywhere block">
          {email}: {errorMessage(reason, t)}
        </span>
      ))}
    </>
  )
}
