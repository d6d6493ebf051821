import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useMemo } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { MINIMUM_STRENGTH, passwordStrength, SIGN_UP_PASSWORD } from '@/lib/passwords/password-strength.ts'
import { useAccess } from '@/session/context.tsx'
import { Button } from '@/ui/button.tsx'
import { Field } from '@/ui/field.tsx'
import { PasswordMeter } from '@/ui/password-meter.tsx'
import { toast } from '@/ui/toast-store.ts'
import { AccessInput } from './access-input.tsx'
import { emailField, passwordField } from './credentials.ts'
import { domainOf, suggestedAccountName } from './email-domain.ts'
import { failureMessage } from './failure-message.ts'
import {
  checkMessage,
  fieldOf,
  firstFailedCheck,
  type SignUpCheck,
  type SignUpValues,
} from './sign-up-checks.ts'
import { useDomainStatus } from './use-domain-status.ts'

interface SignUpFormProps {
  email: string
  onEmail: (email: string) => void
  /** The account is made; the address waits for its confirmation. */
  onSignedUp: (email: string) => void
}

/** Creating an account. What the server refuses is told, and everything typed stays. */
export function SignUpForm({ email: typedBefore, onEmail, onSignedUp }: SignUpFormProps) {
  const { t } = useTranslation()
  const access = useAccess()
  const schema = useMemo(
    () =>
      z.object({
        firstName: z.string(),
        lastName: z.string(),
        email: emailField(t),
        password: passwordField(t),
        confirmation: z.string(),
        accountName: z.string(),
      }),
    [t],
  )
  const { register, handleSubmit, control, formState, setError, setFocus, setValue } = useForm<SignUpValues>({
    resolver: zodResolver(schema),
    defaultValues: {
      firstName: '',
      lastName: '',
      email: typedBefore,
      password: '',
      confirmation: '',
      accountName: '',
    },
  })
  const { errors, isSubmitting, dirtyFields } = formState
  const [email, password] = useWatch({ control, name: ['email', 'password'] })
  const { status: domain, ask } = useDomainStatus(access, email)
  const isTooWeak = password !== '' && passwordStrength(password, SIGN_UP_PASSWORD).score < MINIMUM_STRENGTH

  const suggestion = domain.first ? suggestedAccountName(domainOf(email) ?? '') : ''
  const isNameTheirs = dirtyFields.accountName ?? false
  useEffect(() => {
    if (!isNameTheirs) setValue('accountName', suggestion)
  }, [suggestion, isNameTheirs, setValue])

  function sendBack(check: SignUpCheck, values: SignUpValues) {
    const message = checkMessage(check, t)
    toast({ ...message, variant: 'destructive' })
    const field = fieldOf(check, values)
    setError(field, { message: message.description })
    setFocus(field)
  }

  const submit = handleSubmit(async (values) => {
    const known = await ask(values.email)
    const failed = firstFailedCheck(values, known)
    if (failed) return sendBack(failed, values)
    try {
      await access.signUp({
        email: values.email,
        password: values.password,
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        accountName: known.first ? values.accountName.trim() : null,
      })
    } catch (error) {
      toast({ variant: 'destructive', title: t('Error signing up'), description: failureMessage(error, t) })
      return
    }
    toast({
      title: t('Account created'),
      description: t('Please check your email to verify your account.'),
    })
    onSignedUp(values.email)
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('First Name')} error={errors.firstName?.message}>
          <AccessInput autoComplete="given-name" {...register('firstName')} />
        </Field>
        <Field label={t('Last Name')} error={errors.lastName?.message}>
          <AccessInput autoComplete="family-name" {...register('lastName')} />
        </Field>
      </div>
      <Field
        label={t('Email')}
        error={
          domain.blacklisted
            ? t('Registration with this email domain is not allowed.')
            : errors.email?.message
        }
      >
        <AccessInput
          type="email"
          required
          autoComplete="username"
          {...register('email', { onChange: (event) => onEmail(event.target.value) })}
        />
      </Field>
      {domain.first && (
        <Field
          label={t('Account Name')}
          error={errors.accountName?.message}
          hint={t('You are the first from your organization: this is what it will be called here.')}
        >
          <AccessInput autoComplete="organization" {...register('accountName')} />
        </Field>
      )}
      <div className="flex flex-col gap-2.5">
        <Field label={t('Password')} error={errors.password?.message}>
          <AccessInput type="password" required autoComplete="new-password" {...register('password')} />
        </Field>
        {password !== '' && <PasswordMeter password={password} rule={SIGN_UP_PASSWORD} />}
      </div>
      <Field label={t('Confirm Password')} error={errors.confirmation?.message}>
        <AccessInput type="password" required autoComplete="new-password" {...register('confirmation')} />
      </Field>
      <Button
        type="submit"
        size="lg"
        pending={isSubmitting}
        disabled={domain.blacklisted || isTooWeak}
        className="mt-1"
      >
        {isSubmitting ? t('Creating Account...') : t('Create Account')}
      </Button>
    </form>
  )
}
