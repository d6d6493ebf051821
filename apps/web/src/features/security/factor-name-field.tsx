import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import type { NewFactorKind } from './use-add-factor.ts'

interface FactorNameFieldProps {
  kind: NewFactorKind
  value: string
  onChange: (name: string) => void
  error: string | null
}

/** The name by which a user tells an authenticator app or a key from others. */
export function FactorNameField({ kind, value, onChange, error }: FactorNameFieldProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('Name')}
      hint={
        kind === 'totp'
          ? t('A name to recognize it by, such as the phone or app that shows the codes.')
          : t('A name to recognize it by, such as what it looks like or the device that keeps it.')
      }
      error={error}
    >
      <Input
        required
        maxLength={100}
        autoComplete="off"
        placeholder={kind === 'totp' ? t('My phone') : t('My key')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
