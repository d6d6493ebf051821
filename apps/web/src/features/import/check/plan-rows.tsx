import { IMPORT_EFFECTS, type ImportFilter, type ImportPlan } from '@cairn/workspace/port/imports'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKnownFields } from '@/catalogue/fields/use-known-fields.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { importQueries } from '@/queries/imports.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { OlderRows } from '@/shared/loading/older-rows.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Card } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { ToggleChip } from '@/ui/picker/filter-chip.tsx'
import { effectWord } from '../words/effect.ts'
import { EffectActions } from './effect-actions.tsx'
import { PlannedRowItem } from './planned-row.tsx'

type Effect = ImportFilter['effect']

interface PlanRowsProps {
  plan: ImportPlan
  /** The effect whose rows are shown first. */
  first: Effect
}

/** The rows of a plan, by their effect. */
export function PlanRows({ plan, first }: PlanRowsProps) {
  const { t, i18n } = useTranslation()
  const [chosen, setChosen] = useState<Effect>(first)
  const effects = IMPORT_EFFECTS.filter((effect) => plan.summary[effect] > 0)
  // The chosen effect may have no rows any more.
  const effect = chosen === null || chosen === 'refused' || effects.includes(chosen) ? chosen : null
  return (
    <section aria-label={t('Rows')}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {first === 'refused' ? (
          <h2 className="font-semibold text-base">{t('Refused rows')}</h2>
        ) : (
          <>
            <ToggleChip
              label={t('All')}
              count={formatNumber(plan.total + plan.summary.gone, i18n.language)}
              pressed={effect === null}
              onPress={() => setChosen(null)}
            />
            {effects.map((each) => (
              <ToggleChip
                key={each}
                label={effectWord(each, t)}
                count={formatNumber(plan.summary[each], i18n.language)}
                pressed={effect === each}
                onPress={() => setChosen(each)}
              />
            ))}
          </>
        )}
      </div>
      {effect !== null && <EffectActions plan={plan} effect={effect} />}
      <Rows plan={plan} effect={effect} />
    </section>
  )
}

function Rows({ plan, effect }: { plan: ImportPlan; effect: Effect }) {
  const { t, i18n } = useTranslation()
  const rows = useInfiniteQuery(importQueries.rows(useWorkspace(), plan.id, effect))
  const fields = useKnownFields(plan.kind)
  const items = rows.data?.pages.flatMap((page) => page.items)
  if (!items && rows.error)
    return (
      <ErrorState
        title={t('The rows could not be loaded.')}
        message={failureReason(rows.error, t)}
        onRetry={() => void rows.refetch()}
        retrying={rows.isFetching}
      />
    )
  if (!items || !fields)
    return (
      <Card aria-busy className="flex flex-col gap-4 p-4">
        <span className="sr-only">{t('Loading...')}</span>
        <Skeleton className="w-2/5" />
        <Skeleton className="w-1/2" />
        <Skeleton className="w-1/3" />
      </Card>
    )
  const words = { kind: plan.kind, fields, t, language: i18n.language }
  return (
    <>
      <Card>
        <ul aria-label={t('Rows')} className="divide-y">
          {items.map((row) => (
            <PlannedRowItem key={row.row} plan={plan} row={row} words={words} />
          ))}
        </ul>
      </Card>
      <OlderRows query={rows} />
    </>
  )
}
