import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { canGroupBy } from '@cairn/workspace/rules/field-uses'
import { useTranslation } from 'react-i18next'
import { FocusedList } from '@/ui/picker/focused-list.tsx'
import { ListPicker } from '@/ui/picker/list-picker.tsx'
import { useFilterFields } from '../conditions/filter-fields.tsx'

interface GroupChoiceProps {
  kind: CatalogueKind
  group: string | null
  onChange: (group: string | null) => void
}

const NOTHING = ''

/** By what the records of a list can be put together. */
export function GroupChoice({ kind, group, onChange }: GroupChoiceProps) {
  const { t } = useTranslation()
  const fields = useFilterFields(kind).filter(({ key, type }) => canGroupBy(key, type))
  return (
    <FocusedList>
      <ListPicker
        label={t('Group by')}
        options={[
          { id: NOTHING, label: t('No groups'), muted: true },
          ...fields.map(({ key, label }) => ({ id: key, label })),
        ]}
        chosen={[group ?? NOTHING]}
        onPick={(id) => onChange(id === NOTHING ? null : id)}
        emptyText={t('No matches.')}
      />
    </FocusedList>
  )
}
