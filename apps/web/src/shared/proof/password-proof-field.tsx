import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import type { PasswordProof } from './use-password-proof.ts'

/** The same function at each drawing, so that the field is focused once: when it appears. */
const focus = (field: HTMLInputElement | null) => field?.focus()

/** Asks for the password, where the server does. */
export function PasswordProofField({ field, hint }: { field: PasswordProof['field']; hint: string }) {
  const { t } = useTranslation()
  if (!field.isNeeded) return null
  return (
    <Field label={t('Password')} hint={hint} error={field.error}>
      <Input
        ref={focus}
        type="password"
        required
        autoComplete="current-password"
        value={field.value}
        onChange={(event) => field.onChange(event.target.value)}
      />
    </Field>
  )
}
