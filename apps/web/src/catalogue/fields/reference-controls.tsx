import { useTranslation } from 'react-i18next'
import { usePeopleOptions } from '@/shared/people/use-people-options.tsx'
import { useOwnerName, useTeam } from '@/shared/people/use-team.ts'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import type { PickerOption } from '@/ui/picker/list-picker.tsx'
import { useRecordChoices } from '../deletion/use-record-choices.ts'
import type { RecordField } from './field.ts'
import { useQueriesOf, useRecordName } from './use-record-name.ts'

interface ReferenceControlProps {
  field: RecordField
  /** The id; empty for none. */
  value: string
  onChange: (id: string) => void
}

/** The choice of a member. One who has left stays to be seen until another is chosen. */
export function MemberControl({ field, value, onChange }: ReferenceControlProps) {
  const { t } = useTranslation()
  const { members } = useTeam()
  const name = useOwnerName()
  const optionsOf = usePeopleOptions()
  const isFormer = value !== '' && !members.some(({ id }) => id === value)
  const former: PickerOption = { id: value, label: name(value), muted: true }
  return (
    <ChoiceButton
      listLabel={field.label}
      options={[...useNone(field), ...(isFormer ? [former] : []), ...optionsOf(members)]}
      value={value}
      placeholder={t('Not specified')}
      onChange={onChange}
      emptyText={t('No matches.')}
    />
  )
}

/** The choice of a record of the field's kind. */
export function RecordControl({ field, value, onChange }: ReferenceControlProps) {
  const { t } = useTranslation()
  const { choices, search } = useRecordChoices(useQueriesOf(field.recordKind), [])
  const { name, isLoading } = useRecordName(field.recordKind, value)
  const isListed = value === '' || choices.some(({ id }) => id === value)
  const chosen: PickerOption = {
    id: value,
    label: name ?? (isLoading ? t('Loading...') : t('Unknown record')),
    muted: name === null,
  }
  return (
    <ChoiceButton
      listLabel={field.label}
      options={[
        ...useNone(field),
        ...(isListed ? [] : [chosen]),
        ...choices.map(({ id, name: label, description }) => ({ id, label, keywords: description })),
      ]}
      value={value}
      placeholder={t('Not specified')}
      onChange={onChange}
      search={search}
      emptyText={t('No matches.')}
    />
  )
}

/** The option of no value, where the field may stay empty. */
function useNone({ required }: RecordField): readonly PickerOption[] {
  const { t } = useTranslation()
  return required ? [] : [{ id: '', label: t('Not specified'), muted: true }]
}
