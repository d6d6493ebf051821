import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SIGN_UP_PASSWORD } from '@/lib/passwords/password-strength.ts'
import { Field } from '@/ui/form/field.tsx'
import { PasswordMeter } from '@/ui/form/password-meter.tsx'
import { AccessInput } from '../access-input.tsx'
import type { DomainStatus, SignUpValues } from './sign-up-checks.ts'

interface FieldsProps {
  form: UseFormReturn<SignUpValues>
}

export function NameFields({ form: { register, formState } }: FieldsProps) {
  const { t } = useTranslation()
  const { firstName, lastName } = formState.errors
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t('First Name')} error={firstName?.message}>
        <AccessInput autoComplete="given-name" {...register('firstName')} />
      </Field>
      <Field label={t('Last Name')} error={lastName?.message}>
        <AccessInput autoComplete="family-name" {...register('lastName')} />
      </Field>
    </div>
  )
}

interface EmailFieldProps extends FieldsProps {
  domain: DomainStatus
  onEmail: (email: string) => void
}

export function EmailField({ form: { register, formState }, domain, onEmail }: EmailFieldProps) {
  const { t } = useTranslation()
  const notAllowed = domain.blacklisted ? t('Registration with this email domain is not allowed.') : null
  return (
    <Field label={t('Email')} error={notAllowed ?? formState.errors.email?.message}>
      <AccessInput
        type="email"
        required
        autoComplete="username"
        {...register('email', { onChange: (event) => onEmail(event.target.value) })}
      />
    </Field>
  )
}

/** The name of the account, for the first user of a domain. Whether that is so is known while the user types on. */
export function AccountNameField({ form: { register, formState } }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('Account Name')}
      error={formState.errors.accountName?.message}
      hint={t('You are the first from your organization. This is the name it will have here.')}
    >
      <AccessInput autoComplete="organization" {...register('accountName')} />
    </Field>
  )
}

/** The password with its meter, and its confirmation. */
export function PasswordFields({
  form: { register, formState },
  password,
}: FieldsProps & { password: string }) {
  const { t } = useTranslation()
  const { errors } = formState
  return (
    <>
      <div className="flex flex-col gap-2.5">
        <Field label={t('Password')} error={errors.password?.message}>
          <AccessInput type="password" required autoComplete="new-password" {...register('password')} />
        </Field>
        {password !== '' && <PasswordMeter password={password} rule={SIGN_UP_PASSWORD} />}
      </div>
      <Field label={t('Confirm Password')} error={errors.confirmation?.message}>
        <AccessInput type="password" required autoComplete="new-password" {...register('confirmation')} />
      </Field>
    </>
  )
}
