import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { cn } from '@/lib/cn.ts'
import { useMe } from '@/queries/context.tsx'
import { useAppearance } from '@/shared/use-appearance.ts'
import { Button } from '@/ui/button/button.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { NameStep } from './name-step.tsx'
import { PickCommonOnes } from './pick-common-ones.tsx'
import { isPickedKind } from './products.ts'
import { ProductsStep } from './products-step.tsx'
import { SamplesQuestion } from './samples-question.tsx'
import { STEP_TITLES, stepOf, stepsOf, type WelcomeStep, welcomePath } from './welcome-steps.ts'

interface WelcomePageProps {
  /** Invites colleagues; `onDone` goes on. */
  people: (onDone: () => void) => ReactNode
}

/** The first steps of a new account. Each step has a separate address, and may be skipped. */
export function WelcomePage({ people }: WelcomePageProps) {
  const me = useMe()
  const [params] = useSearchParams()
  const steps = stepsOf(me)
  const current = stepOf(params, steps)
  const kind = params.get('kind')
  // Most users who come here right after signing up have joined an account, and have nothing to set up.
  if (current === null) return <Navigate to="/" replace />
  if (current === 'products' && isPickedKind(kind)) return <PickCommonOnes kind={kind} />
  return <Steps steps={steps} current={current} people={people} />
}

interface StepsProps extends WelcomePageProps {
  steps: readonly WelcomeStep[]
  current: WelcomeStep
}

function Steps({ steps, current, people }: StepsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { accountName: account } = useAppearance(useMe().account).data
  const next = steps[steps.indexOf(current) + 1]
  const goOn = () => void navigate(next === undefined ? '/' : welcomePath(next))
  return (
    <div className="max-w-4xl">
      <PageHeader
        title={t('Set up {{account}}', { account })}
        subtitle={t('Skip what you like. You find these steps again in the settings.')}
        actions={
          <Button asChild variant="outline">
            <Link to="/">{t('Go to the dashboard')}</Link>
          </Button>
        }
      />
      <SamplesQuestion />
      <StepList steps={steps} current={current} />
      {current === 'name' && <NameStep onDone={goOn} />}
      {current === 'products' && <ProductsStep onDone={goOn} />}
      {current === 'people' && people(goOn)}
    </div>
  )
}

function StepList({ steps, current }: Pick<StepsProps, 'steps' | 'current'>) {
  const { t } = useTranslation()
  if (steps.length < 2) return null
  return (
    <nav aria-label={t('Steps')} className="mb-4">
      <ol className="flex gap-1 max-sm:grid max-sm:grid-cols-3">
        {steps.map((step, index) => {
          const isCurrent = step === current
          return (
            <li key={step} className="min-w-0">
              <Link
                to={welcomePath(step)}
                aria-current={isCurrent ? 'step' : undefined}
                className={cn(
                  'flex min-h-9 items-center gap-2 rounded-md px-2.5 text-sm transition-colors duration-100 max-sm:h-full max-sm:flex-col max-sm:justify-center max-sm:gap-1 max-sm:px-1 max-sm:py-2 max-sm:text-center max-sm:text-xs',
                  isCurrent ? 'bg-accent font-medium' : 'text-muted-foreground hover:bg-muted',
                )}
              >
                <span
                  aria-hidden
                  className={cn(
                    'grid size-5 shrink-0 place-items-center rounded-full text-xs tabular-nums',
                    isCurrent ? 'bg-primary text-primary-foreground' : 'border',
                  )}
                >
                  {index + 1}
                </span>
                {t(STEP_TITLES[step])}
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
