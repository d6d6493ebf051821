import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { GAPS } from '@cairn/workspace/port/records/gap'
import { useTranslation } from 'react-i18next'
import { FilterChip } from '@/ui/picker/filter-chip.tsx'
import { gapCount, gapLabel, useGapFigures } from './gap-words.ts'
import type { RecordFilterState } from './use-record-filters.ts'

interface GapsChipProps {
  kind: CatalogueKind
  filters: RecordFilterState
}

/** The gaps in a catalogue, to filter by. Having no owner has a separate chip. */
export function GapsChip({ kind, filters: { gaps, toggleGap } }: GapsChipProps) {
  const { t, i18n } = useTranslation()
  const figures = useGapFigures(kind)
  const shown = GAPS.filter((gap) => gap !== 'no_owner' && (gaps.includes(gap) || (figures[gap] ?? 0) > 0))
  if (shown.length === 0) return null
  return (
    <FilterChip
      label={t('Gaps')}
      options={shown.map((gap) => ({
        id: gap,
        label: gapLabel(gap, t),
        trailing: (
          <span className="text-muted-foreground text-xs tabular-nums">
            {gapCount(figures[gap] ?? 0, i18n.language)}
          </span>
        ),
      }))}
      chosen={gaps.filter((gap) => gap !== 'no_owner')}
      onPick={(id) => {
        const gap = shown.find((one) => one === id)
        if (gap) toggleGap(gap)
      }}
    />
  )
}
