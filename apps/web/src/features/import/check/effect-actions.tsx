import type { ImportDecision, ImportFilter, ImportPlan } from '@cairn/workspace/port/imports'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { useDecide } from './use-decide.ts'
import { useProblemFile } from './use-problem-file.ts'

interface EffectActionsProps {
  plan: ImportPlan
  effect: NonNullable<ImportFilter['effect']>
}

/** The actions on all rows of an effect at once. */
export function EffectActions({ plan, effect }: EffectActionsProps) {
  if (effect === 'error' || effect === 'refused') return <Problems plan={plan} effect={effect} />
  if (plan.state !== 'open') return null
  if (effect === 'duplicate') return <Duplicates plan={plan} />
  return effect === 'gone' ? <Gone plan={plan} /> : null
}

function Problems({ plan, effect }: { plan: ImportPlan; effect: 'error' | 'refused' }) {
  const { t } = useTranslation()
  const { save, isSaving, reason } = useProblemFile(plan, effect)
  return (
    <>
      {effect === 'error' && plan.inBin > 0 && plan.state === 'open' && <InBin plan={plan} />}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-pretty text-muted-foreground text-sm">
          {t('These rows are not imported. Correct them in the file and import it again.')}
        </p>
        <Button variant="outline" size="sm" pending={isSaving} disabledReason={reason} onClick={save}>
          <Download aria-hidden />
          {t('Download These Rows')}
        </Button>
      </div>
    </>
  )
}

function InBin({ plan }: { plan: ImportPlan }) {
  const { t } = useTranslation()
  return (
    <ForAll
      plan={plan}
      effect="error"
      text={t('The records of {{count}} rows are in the bin.', {
        count: plan.inBin,
        defaultValue_one: 'The record of one row is in the bin.',
      })}
      choices={[[t('Restore All'), { do: 'restore' }]]}
    />
  )
}

function Duplicates({ plan }: { plan: ImportPlan }) {
  const { t } = useTranslation()
  return (
    <ForAll
      plan={plan}
      effect="duplicate"
      text={t('These rows could be records that are there.')}
      choices={[
        [t('Keep Both for All'), { do: 'apart' }],
        [t('Skip All'), { do: 'leave' }],
      ]}
    />
  )
}

function Gone({ plan }: { plan: ImportPlan }) {
  const { t } = useTranslation()
  return (
    <ForAll
      plan={plan}
      effect="gone"
      text={t(
        'These records came from this source, which does not list them any more. They stay unless you say otherwise.',
      )}
      choices={[
        [t('Move All to the Bin'), { do: 'bin' }],
        [t('Keep All'), null],
      ]}
    />
  )
}

interface ForAllProps {
  plan: ImportPlan
  effect: 'duplicate' | 'gone' | 'error'
  text: string
  choices: readonly (readonly [label: string, decision: ImportDecision | null])[]
}

function ForAll({ plan, effect, text, choices }: ForAllProps) {
  const { decide, isDeciding } = useDecide(plan)
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 text-pretty text-muted-foreground text-sm">{text}</p>
      <div className="flex flex-wrap gap-2">
        {choices.map(([label, decision]) => (
          <Button
            key={label}
            variant="outline"
            size="sm"
            pending={isDeciding}
            onClick={() => decide({ which: { effect }, decision })}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
