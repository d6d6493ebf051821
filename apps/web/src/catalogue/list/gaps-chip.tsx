import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { GAPS } from '@cairn/workspace/port/records/gap'
import { useTranslation } from 'react-i18next'
import { FocusedList } from '@/ui/picker/focused-list.tsx'
import { ListPicker } from '@/ui/picker/list-picker.tsx'
import { RemovableChip } from '@/ui/picker/removable-chip.tsx'
import { gapCount, gapLabel, useGapFigures } from './gap-words.ts'
import type { RecordFilterState } from './use-record-filters.ts'

interface GapsProps {
  kind: CatalogueKind
  filters: RecordFilterState
}

/** The gaps in a catalogue with their numbers, to filter by. Having no owner is a separate filter. */
export function GapsPicker({ kind, filters: { gaps, toggleGap } }: GapsProps) {
  const { t, i18n } = useTranslation()
  const figures = useGapFigures(kind)
  const shown = GAPS.filter((gap) => gap !== 'no_owner' && (gaps.includes(gap) || (figures[gap] ?? 0) > 0))
  return (
    <FocusedList>
      <ListPicker
        label={t('Gaps')}
        options={shown.map((gap) => ({
          id: gap,
          label: gapLabel(gap, t),
          trailing: <GapCount count={figures[gap] ?? 0} language={i18n.language} />,
        }))}
        chosen={gaps}
        multiple
        onPick={(id) => {
          const gap = shown.find((one) => one === id)
          if (gap) toggleGap(gap)
        }}
        emptyText={t('Nothing to choose from')}
      />
    </FocusedList>
  )
}

/** The number of records with a gap, at the end of its line. */
export function GapCount({ count, language }: { count: number; language: string }) {
  return <span className="text-muted-foreground text-xs tabular-nums">{gapCount(count, language)}</span>
}

/** The gaps that a list is filtered by. */
export function GapsChip({ kind, filters, onRemove }: GapsProps & { onRemove: () => void }) {
  const { t } = useTranslation()
  const values = filters.gaps.map((gap) => gapLabel(gap, t)).join(', ')
  const text = t('{{label}}: {{values}}', { label: t('Gaps'), values })
  return (
    <RemovableChip
      text={text}
      label={t('Gaps')}
      removeLabel={t('Remove the filter: {{filter}}', { filter: text })}
      onRemove={onRemove}
    >
      {() => <GapsPicker kind={kind} filters={filters} />}
    </RemovableChip>
  )
}
