import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'

interface PasskeyNameFieldProps {
  value: string
  onChange: (name: string) => void
  error: string | null
}

/** The name by which a user tells a passkey from others. */
export function PasskeyNameField({ value, onChange, error }: PasskeyNameFieldProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('Name')}
      hint={t('A name to recognize it by, such as the device or password manager that keeps it.')}
      error={error}
    >
      <Input
        required
        maxLength={120}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
