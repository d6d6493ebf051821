import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Conditions } from '@cairn/workspace/port/records/conditions'
import { FunnelX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { RemovableChip } from '@/ui/picker/removable-chip.tsx'
import { focusOnceGone } from '../focus-row.ts'
import { ConditionsRow } from './conditions/conditions-row.tsx'
import { lastChip } from './conditions/last-chip.ts'
import type { ConditionsProps } from './conditions/new-condition.tsx'
import { PlainChip } from './conditions/plain-chip.tsx'
import { GapsChip } from './gaps-chip.tsx'
import type { RecordFilterState } from './use-record-filters.ts'

export interface FilterChipsProps {
  kind: CatalogueKind
  filters: RecordFilterState
  conditions: Omit<ConditionsProps, 'kind' | 'filters'> & { conditions: Conditions | null }
  /** On one line, chips that do not fit are scrolled to; otherwise they stand below each other. */
  isLine?: boolean
}

const LINE = {
  all: 'hidden min-w-0 items-center gap-1 @min-[58rem]:flex print:flex',
  // They fade out where there are more.
  chips: cn(
    '-my-1 flex min-w-0 items-center gap-2 overflow-x-auto py-1 pr-4 pl-0.5 [scrollbar-width:none]',
    'mask-[linear-gradient(to_right,black_calc(100%-1rem),transparent)]',
    'print:mask-none print:flex-wrap print:overflow-visible',
  ),
}
const MENU = {
  all: 'flex flex-col items-start gap-2 p-3 pb-0',
  chips: 'flex max-w-full flex-col items-start gap-2',
}

/** The filters of a list that are in use, a chip each; nothing without any. */
export function RecordFilters(props: FilterChipsProps) {
  const { kind, filters, conditions: others, isLine = false } = props
  const { t } = useTranslation()
  const { plain, isOwnerless, gaps, count, put } = filters
  const removing = (remove: () => void) => () => {
    focusOnceGone(document.activeElement, lastChip)
    remove()
  }
  const noOwner = t('No owner')
  const look = isLine ? LINE : MENU
  if (count === 0) return null
  return (
    <fieldset aria-label={t('Filters')} className={look.all}>
      <div className={look.chips}>
        {plain.map((filter) => (
          <PlainChip
            key={filter.field}
            kind={kind}
            filter={filter}
            records={others.records}
            onChange={(next) => put(filter, next)}
            onRemove={removing(() => put(filter, null))}
          />
        ))}
        {isOwnerless && (
          <RemovableChip
            text={noOwner}
            removeLabel={t('Remove the filter: {{filter}}', { filter: noOwner })}
            onRemove={removing(() => filters.setOwnerless(false))}
          />
        )}
        {gaps.length > 0 && <GapsChip kind={kind} filters={filters} onRemove={removing(filters.clearGaps)} />}
        {others.conditions && <ConditionsRow kind={kind} {...others} conditions={others.conditions} />}
      </div>
      <IconButton icon={FunnelX} label={t('Clear filters')} onClick={removing(filters.clear)} />
    </fieldset>
  )
}
