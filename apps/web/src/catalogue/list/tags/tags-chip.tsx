import { useTranslation } from 'react-i18next'
import { coloredOptions } from '@/ui/picker/colored-options.tsx'
import { FilterChip, ToggleChip } from '@/ui/picker/filter-chip.tsx'
import { useTags } from '../../tags/use-tags.ts'
import type { RecordFilterState } from '../use-record-filters.ts'

interface TagsChipProps {
  filters: Pick<RecordFilterState, 'tags' | 'toggleTag' | 'setAllTags'>
}

/** The account's tags, to filter by any of them or by all; nothing where there is none. */
export function TagsChip({ filters }: TagsChipProps) {
  const { t } = useTranslation()
  const { tags, isKnown } = useTags()
  const { ids, all } = filters.tags
  if (tags.length === 0 && ids.length === 0) return null
  // One whom an address names stays to be taken out again.
  const unknown = ids
    .filter((id) => isKnown && tags.every((tag) => tag.id !== id))
    .map((id) => ({ id, label: t('Deleted tag'), muted: true }))
  return (
    <>
      <FilterChip
        label={t('Tags')}
        options={[...unknown, ...coloredOptions(tags)]}
        chosen={ids}
        onPick={filters.toggleTag}
      />
      {ids.length > 1 && (
        <ToggleChip label={t('All of these tags')} pressed={all} onPress={() => filters.setAllTags(!all)} />
      )}
    </>
  )
}
