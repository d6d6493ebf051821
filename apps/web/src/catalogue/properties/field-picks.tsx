import type { FieldValue } from '@cairn/workspace/port/records/fields'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { usePeopleOptions } from '@/shared/people/use-people-options.tsx'
import { useTeam } from '@/shared/people/use-team.ts'
import type { PickerOption } from '@/ui/picker/list-picker.tsx'
import { useRecordChoices } from '../deletion/use-record-choices.ts'
import { choiceOptions } from '../fields/choice-options.ts'
import type { RecordField } from '../fields/field.ts'
import { useQueriesOf } from '../fields/use-record-name.ts'
import { type OpenPicks, PickList } from './pick-value.tsx'

/** Whether the values of a field are picked, not typed. */
export function isPicked({ type }: Pick<RecordField, 'type'>): boolean {
  return ['choice', 'choices', 'yes_no', 'member', 'record'].includes(type)
}

/** The value for the options that were picked; undefined for none. */
export function pickedValue(
  { type }: Pick<RecordField, 'type'>,
  picked: readonly PickerOption[],
): FieldValue | undefined {
  const ids = picked.flatMap(({ id }) => (id === '' ? [] : [id]))
  if (type === 'choices') return ids.length === 0 ? undefined : ids
  return type === 'yes_no' && ids[0] !== undefined ? ids[0] === 'true' : ids[0]
}

interface FieldPicksProps {
  field: RecordField
  value: FieldValue | undefined
  open: OpenPicks
}

/** The list from which the value of a field is picked. */
export function FieldPicks(props: FieldPicksProps) {
  const { field, value, open } = props
  const { t } = useTranslation()
  switch (field.type) {
    case 'member':
      return <MemberPicks {...props} />
    case 'record':
      return <RecordPicks {...props} />
    case 'choices': {
      const chosen = typeof value === 'object' ? value : []
      return <PickList {...open} options={choiceOptions(field, value)} chosen={chosen} multiple />
    }
    default: {
      const options = field.type === 'yes_no' ? answers(t) : choiceOptions(field, value)
      return <PickList {...open} options={[...none(field, t), ...options]} chosen={[String(value ?? '')]} />
    }
  }
}

function MemberPicks({ field, value, open }: FieldPicksProps) {
  const { t } = useTranslation()
  const { members } = useTeam()
  const options = usePeopleOptions()(members)
  return <PickList {...open} options={[...none(field, t), ...options]} chosen={[String(value ?? '')]} />
}

function RecordPicks({ field, value, open }: FieldPicksProps) {
  const { t } = useTranslation()
  const { choices, search } = useRecordChoices(useQueriesOf(field.recordKind), [])
  const options = choices.map(({ id, name, description }) => ({ id, label: name, keywords: description }))
  return (
    <PickList
      {...open}
      options={[...none(field, t), ...options]}
      chosen={[String(value ?? '')]}
      search={search}
    />
  )
}

function answers(t: TFunction): readonly PickerOption[] {
  return [
    { id: 'true', label: t('Yes') },
    { id: 'false', label: t('No') },
  ]
}

/** The option of no value, where the field may stay empty. */
function none({ required }: RecordField, t: TFunction): readonly PickerOption[] {
  return required ? [] : [{ id: '', label: t('Not specified'), muted: true }]
}
