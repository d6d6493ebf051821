import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from '@/ui/loading/progress-bar.tsx'
import type { Preview } from '../reading/preview.ts'
import type { ReadyMapping } from '../steps/columns-step.tsx'
import { mappingProblem } from '../steps/meeting-rows.tsx'
import { StepButtons } from '../steps/step-buttons.tsx'
import { useStartPlan } from './use-start-plan.ts'

interface SendRowsProps {
  kind: CatalogueKind
  preview: Preview
  /** Null until the columns are matched. */
  ready: ReadyMapping | null
  onBack: () => void
  /** The rows are there; gets the id of their plan. */
  onSent: (id: string) => void
}

/** Sends the rows to be checked. */
export function SendRows({ kind, preview, ready, onBack, onSent }: SendRowsProps) {
  const { t } = useTranslation()
  const { start, progress } = useStartPlan(kind, preview, onSent)
  const problem = ready
    ? mappingProblem(ready.mapping, ready.targets, t)
    : t('The columns are still being matched.')
  return (
    <>
      <div className="-my-3.25 h-1.5">
        {progress !== null && <ProgressBar label={t('Sending the rows')} share={progress} />}
      </div>
      <StepButtons
        onBack={onBack}
        onNext={() => ready && start(ready)}
        reason={problem}
        pending={progress !== null}
        label={t('Check {{count}} Rows', {
          count: preview.rowCount,
          defaultValue_one: 'Check {{count}} Row',
        })}
      />
    </>
  )
}
