import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/field.tsx'
import { Input } from '@/ui/input.tsx'

interface FactorNameFieldProps {
  value: string
  onChange: (name: string) => void
  error: string | null
}

/** The name by which a user tells an authenticator app from others. */
export function FactorNameField({ value, onChange, error }: FactorNameFieldProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('Name')}
      hint={t('To tell it from others: the phone or the app that will show the codes.')}
      error={error}
    >
      <Input
        required
        maxLength={100}
        autoComplete="off"
        placeholder={t('My phone')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
