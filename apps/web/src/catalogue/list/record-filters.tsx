import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { useOwnerOptions } from '@/shared/people/use-people-options.tsx'
import { useOwnerName, useOwners } from '@/shared/people/use-team.ts'
import { Button } from '@/ui/button/button.tsx'
import { FilterChip, ToggleChip } from '@/ui/picker/filter-chip.tsx'
import { statusStyle } from '../status-styles.ts'
import { gapCount, useGapFigures } from './gap-words.ts'
import { GapsChip } from './gaps-chip.tsx'
import { TagsChip } from './tags/tags-chip.tsx'
import type { RecordFilterState } from './use-record-filters.ts'

interface RecordFiltersProps {
  kind: CatalogueKind
  filters: RecordFilterState
  className: string
}

/** The filters of a catalogue beside the text: statuses, owners, having no owner, and gaps. */
export function RecordFilters({ kind, filters, className }: RecordFiltersProps) {
  const { t, i18n } = useTranslation()
  const people = useOwners()
  const optionsOf = useOwnerOptions()
  const ownerName = useOwnerName()
  const figures = useGapFigures(kind)
  const { statuses, owners, gaps, count, toggleStatus, toggleOwner, toggleGap, clear } = filters
  const owning = owners.filter((owner) => owner !== null)
  // An unknown owner whom an address names is listed, so that the user can remove them.
  const unknown = owning
    .filter((id) => !people.some((member) => member.id === id))
    .map((id) => ({ id, label: ownerName(id), muted: true }))
  return (
    <fieldset aria-label={t('Filters')} className={className}>
      <FilterChip
        label={t('Status')}
        options={CATALOGUES[kind].statuses.map((status) => ({
          id: status,
          label: t(statusStyle(kind, status).label),
        }))}
        chosen={statuses}
        onPick={toggleStatus}
      />
      <FilterChip
        label={t('Owner')}
        options={[...unknown, ...optionsOf(people)]}
        chosen={owning}
        searchable
        onPick={toggleOwner}
      />
      <ToggleChip
        label={t('No owner')}
        count={gapCount(figures.no_owner ?? 0, i18n.language)}
        pressed={owners.includes(null) || gaps.includes('no_owner')}
        // An address can express it in two ways.
        onPress={() => (gaps.includes('no_owner') ? toggleGap('no_owner') : toggleOwner(null))}
      />
      <GapsChip kind={kind} filters={filters} />
      <TagsChip filters={filters} />
      {count > 0 && (
        <Button variant="ghost" className="shrink-0" onClick={clear}>
          {t('Clear filters')}
        </Button>
      )}
    </fieldset>
  )
}
