import { AccessError } from '@cairn/workspace/errors'
import type { TypedPassword } from '@cairn/workspace/port/access'
import { zodResolver } from '@hookform/resolvers/zod'
import type { TFunction } from 'i18next'
import { type SubmitEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { AccessInput } from '../access-input.tsx'
import { failureMessage } from '../failure-message.ts'
import { NewPasswordFields } from '../recovery/new-password-fields.tsx'
import { newPasswordForm } from '../recovery/new-password-form.ts'

interface ConfirmPasswordProps {
  email: string
  /** The words of the button. */
  action: string
  isPending: boolean
  /** Why the server refused; null while it did not. The link works as before. */
  error: unknown
  onSubmit: (typed: TypedPassword) => void
}

/**
 * Outside the browser that signed up: an attacker could have chosen the password with this address. Who has the
 * mailbox enters it, or sets another one.
 */
export function ConfirmPassword(props: ConfirmPasswordProps) {
  const { t } = useTranslation()
  const [isNew, setNew] = useState(false)
  return (
    <>
      {isNew ? <NewPassword {...props} /> : <SignUpPassword {...props} />}
      <Button variant="link" size="sm" className="mt-3" onClick={() => setNew(!isNew)}>
        {isNew ? t('Enter the password you signed up with') : t('Set a new password instead')}
      </Button>
    </>
  )
}

function SignUpPassword({ email, action, isPending, error, onSubmit }: ConfirmPasswordProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setMissing(password === '')
    if (password !== '') onSubmit({ kind: 'of-sign-up', password })
  }
  const isOther = error instanceof AccessError && error.code === 'invalid_credentials'
  const refusal = isOther ? t('This is not the password you signed up with.') : refusalOf(error, t)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      <Field
        label={t('Password')}
        hint={t('The password you chose when you signed up. It shows that you signed up yourself.')}
        error={isMissing ? t('Please enter a password') : refusal}
      >
        <AccessInput
          type="password"
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" size="lg" pending={isPending}>
        {action}
      </Button>
    </form>
  )
}

function NewPassword({ email, action, isPending, error, onSubmit }: ConfirmPasswordProps) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '', confirmation: '' },
  })
  const submit = form.handleSubmit(({ password }) => onSubmit({ kind: 'new', password }))
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      <NewPasswordFields form={form} refusal={refusalOf(error, t)} />
      <Button type="submit" size="lg" pending={isPending}>
        {action}
      </Button>
    </form>
  )
}

function refusalOf(error: unknown, t: TFunction): string | null {
  return error === null ? null : failureMessage(error, t)
}
