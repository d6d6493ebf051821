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
  const { tags } = useTags()
  const { ids, all } = filters.tags
  if (tags.length === 0 && ids.length === 0) return null
  return (
    <>
      <FilterChip label={t('Tags')} options={coloredOptions(tags)} chosen={ids} onPick={filters.toggleTag} />
      {ids.length > 1 && (
        <ToggleChip label={t('All of these tags')} pressed={all} onPress={() => filters.setAllTags(!all)} />
      )}
    </>
  )
}
