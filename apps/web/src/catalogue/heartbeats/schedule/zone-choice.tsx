import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import type { PickerOption } from '@/ui/picker/list-picker.tsx'
import { ownTimeZone } from './own-time-zone.ts'

interface ZoneChoiceProps {
  value: string
  onChange: (timeZone: string) => void
}

/** The time zone of a schedule: that of the browser comes first. */
export function ZoneChoice({ value, onChange }: ZoneChoiceProps) {
  const { t } = useTranslation()
  const options = useMemo(() => zoneOptions(value), [value])
  return (
    <Field label={t('Time zone')}>
      <ChoiceButton
        listLabel={t('Time zone')}
        options={options}
        value={value}
        onChange={onChange}
        emptyText={t('No matches.')}
      />
    </Field>
  )
}

/** Zones are found by their places, with or without the underscores. */
function zoneOptions(value: string): readonly PickerOption[] {
  const names = new Set([ownTimeZone(), 'UTC', value, ...Intl.supportedValuesOf('timeZone')])
  return [...names].map((id) => ({
    id,
    label: id.replaceAll('_', ' '),
    keywords: id.replaceAll(/[/_]/g, ' '),
  }))
}
