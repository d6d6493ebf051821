import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { NEW_PASSWORD } from '@/lib/passwords/password-strength.ts'
import { useFieldError } from '@/shared/form/use-field-error.ts'
import { Field } from '@/ui/form/field.tsx'
import { PasswordMeter } from '@/ui/form/password-meter.tsx'
import { AccessInput } from '../access-input.tsx'

interface NewPasswordFieldsProps {
  form: UseFormReturn<{ password: string; confirmation: string }>
  /** Why the server did not accept the password; null while it did not refuse. */
  refusal: string | null
}

/** A new password, measured while it is typed, and its confirmation. */
export function NewPasswordFields({ form, refusal }: NewPasswordFieldsProps) {
  const { t } = useTranslation()
  const { register, control } = form
  const errorOf = useFieldError(form)
  const password = useWatch({ control, name: 'password' })
  return (
    <>
      <div className="flex flex-col gap-2.5">
        <Field label={t('New Password')} error={errorOf('password') ?? refusal}>
          <AccessInput type="password" required autoComplete="new-password" {...register('password')} />
        </Field>
        {password !== '' && <PasswordMeter password={password} rule={NEW_PASSWORD} />}
      </div>
      <Field label={t('Confirm New Password')} error={errorOf('confirmation')}>
        <AccessInput type="password" required autoComplete="new-password" {...register('confirmation')} />
      </Field>
    </>
  )
}
