import type { FieldValue } from '@cairn/workspace/port/records/fields'
import { useTranslation } from 'react-i18next'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { Textarea } from '@/ui/form/textarea.tsx'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import { ChoicesButton } from '@/ui/picker/choices-button.tsx'
import type { PickerOption } from '@/ui/picker/list-picker.tsx'
import { choiceOptions } from './choice-options.ts'
import { DayControl } from './day-control.tsx'
import type { RecordField } from './field.ts'
import { NumberControl } from './number-control.tsx'
import { MemberControl, RecordControl } from './reference-controls.tsx'

export interface FieldControlProps {
  field: RecordField
  /** Undefined for none. */
  value: FieldValue | undefined
  /** Passes a value as it is stored, undefined for none; typed text that is no value yet is passed as text. */
  onChange: (value: FieldValue | undefined) => void
  /** Says what it is, for a control that stands outside of a `Field`. */
  label?: string
}

/** The input for the value of a field. */
export function FieldControl(props: FieldControlProps) {
  const { field, value, onChange, label } = props
  const text = typeof value === 'string' ? value : ''
  const enter = (entered: string) => onChange(entered === '' ? undefined : entered)
  const named = label !== undefined && { 'aria-label': label }
  switch (field.type) {
    case 'text':
      return <Input {...named} autoComplete="off" value={text} onChange={(e) => enter(e.target.value)} />
    case 'long_text':
      return <Textarea {...named} rows={3} value={text} onChange={(e) => enter(e.target.value)} />
    case 'address':
      return (
        <Input
          {...named}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={text}
          onChange={(e) => enter(e.target.value)}
        />
      )
    case 'number':
      return <NumberControl {...named} unit={field.unit} value={value} onChange={onChange} />
    case 'date':
      return <DayControl {...named} value={text} onChange={enter} />
    case 'yes_no':
      return <YesNoControl {...props} />
    case 'choice':
      return <ChoiceControl {...props} />
    case 'choices':
      return <ChoicesControl {...props} />
    case 'member':
      return <MemberControl field={field} value={text} onChange={enter} />
    case 'record':
      return <RecordControl field={field} value={text} onChange={enter} />
  }
}

function YesNoControl({ value, onChange, label }: FieldControlProps) {
  const { t } = useTranslation()
  return (
    <Select
      {...(label !== undefined && { 'aria-label': label })}
      value={typeof value === 'boolean' ? String(value) : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value === 'true')}
    >
      <option value="">{t('Not specified')}</option>
      <option value="true">{t('Yes')}</option>
      <option value="false">{t('No')}</option>
    </Select>
  )
}

function ChoiceControl({ field, value, onChange }: FieldControlProps) {
  const { t } = useTranslation()
  const none: PickerOption = { id: '', label: t('Not specified'), muted: true }
  return (
    <ChoiceButton
      listLabel={field.label}
      options={[...(field.required ? [] : [none]), ...choiceOptions(field, value)]}
      value={typeof value === 'string' ? value : ''}
      placeholder={t('Not specified')}
      onChange={(id) => onChange(id === '' ? undefined : id)}
      emptyText={t('Nothing to choose from')}
    />
  )
}

function ChoicesControl({ field, value, onChange }: FieldControlProps) {
  const { t } = useTranslation()
  return (
    <ChoicesButton
      listLabel={field.label}
      options={choiceOptions(field, value)}
      value={typeof value === 'object' ? value : []}
      placeholder={t('Not specified')}
      onChange={(ids) => onChange(ids.length === 0 ? undefined : ids)}
      emptyText={t('Nothing to choose from')}
    />
  )
}
