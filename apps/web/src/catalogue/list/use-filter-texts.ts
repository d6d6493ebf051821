import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { useOwnerName } from '@/shared/people/use-team.ts'
import type { ListState } from './address/use-list-state.ts'
import { conditionText, groupText } from './conditions/condition-words.ts'
import { useFilterFields } from './conditions/filter-fields.tsx'
import { useNamedRecords } from './conditions/related-records.tsx'
import { othersOf } from './conditions/tag-condition.ts'
import { gapLabel } from './gap-words.ts'
import type { RecordFilterState } from './use-record-filters.ts'

/** Returns the filter of a list in words, a part each. */
export function useFilterTexts(
  kind: CatalogueKind,
  { view }: Pick<ListState, 'view'>,
  { plain, isOwnerless, gaps }: RecordFilterState,
): readonly string[] {
  const { t, i18n } = useTranslation()
  const ownerName = useOwnerName()
  const others = othersOf(view.conditions)
  const fields = useNamedRecords(useFilterFields(kind), others)
  const words = plain.map((filter) =>
    filter.field === 'owner' ? { ...filter, values: filter.values.map(ownerName) } : filter,
  )
  return [
    ...(view.text.trim() === '' ? [] : [`“${view.text.trim()}”`]),
    ...words.map((filter) => conditionText(filter, fields, t, i18n.language)),
    ...(isOwnerless ? [t('No owner')] : []),
    ...gaps.map((gap) => gapLabel(gap, t)),
    ...others.conditions.map((part) =>
      'field' in part
        ? conditionText(part, fields, t, i18n.language)
        : groupText(part, fields, t, i18n.language),
    ),
  ]
}
