import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { GAPS } from '@cairn/workspace/port/records/gap'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { ToggleChip } from '@/ui/picker/filter-chip.tsx'
import { gapCount, gapLabel, useGapFigures } from './gap-words.ts'
import type { RecordFilterState } from './use-record-filters.ts'

interface GapChipsProps {
  kind: CatalogueKind
  filters: RecordFilterState
}

/** The gaps that there are in a catalogue, each a filter. Having no owner stands among the filters by owner. */
export function GapChips({ kind, filters: { gaps, toggleGap } }: GapChipsProps) {
  const { t, i18n } = useTranslation()
  const { figures, isLoading } = useGapFigures(kind)
  const shown = GAPS.filter((gap) => gaps.includes(gap) || (gap !== 'no_owner' && (figures[gap] ?? 0) > 0))
  // Their room stays: a gap that comes, or the last that goes, does not move the list from under the pointer.
  if (shown.length === 0) {
    return (
      <div className="h-8 max-md:h-10">{isLoading && <Skeleton className="h-full w-44 rounded-full" />}</div>
    )
  }
  return (
    <fieldset aria-label={t('Gaps')} className="flex flex-wrap items-center gap-2">
      {shown.map((gap) => (
        <ToggleChip
          key={gap}
          label={gapLabel(gap, t)}
          count={gapCount(figures[gap] ?? 0, i18n.language)}
          pressed={gaps.includes(gap)}
          onPress={() => toggleGap(gap)}
        />
      ))}
    </fieldset>
  )
}
