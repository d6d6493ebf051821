import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'

/** The steps of an import, in their order. */
export const STEPS = ['file', 'reading', 'columns', 'check'] as const
export type Step = (typeof STEPS)[number]

const LABELS: Readonly<Record<Step, Phrase>> = {
  file: phrase('File'),
  reading: phrase('Reading'),
  columns: phrase('Columns'),
  check: phrase('Check'),
}

interface StepListProps {
  current: Step
  /** The steps that can be gone to. */
  reached: readonly Step[]
  onGo: (step: Step) => void
}

/** Where the user is, and the way back. */
export function StepList({ current, reached, onGo }: StepListProps) {
  const { t } = useTranslation()
  const place = STEPS.indexOf(current)
  return (
    <nav aria-label={t('Steps')} className="-ml-2 mb-5 max-md:mb-4">
      <ol className="flex flex-wrap items-center gap-x-1 gap-y-1">
        {STEPS.map((step, index) => (
          <li key={step} className="flex items-center gap-1">
            {index > 0 && <span aria-hidden className="h-px w-4 bg-border max-md:w-2" />}
            <button
              type="button"
              disabled={step !== current && !reached.includes(step)}
              aria-current={step === current ? 'step' : undefined}
              onClick={() => onGo(step)}
              className={cn(
                'inline-flex h-8 items-center gap-1.5 rounded-md px-2 text-sm max-md:h-10',
                step === current
                  ? 'font-medium text-foreground'
                  : 'text-muted-foreground enabled:hover:text-foreground',
              )}
            >
              <span
                aria-hidden
                className={cn(
                  'grid size-5 shrink-0 place-items-center rounded-full text-xs tabular-nums [&_svg]:size-3',
                  step === current ? 'bg-primary text-primary-foreground' : 'bg-secondary',
                )}
              >
                {index < place ? <Check /> : index + 1}
              </span>
              <span className={step === current ? undefined : 'max-sm:sr-only'}>{t(LABELS[step])}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
