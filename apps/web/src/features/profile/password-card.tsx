import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormNotice } from '@/catalogue/form/form-notice.tsx'
import { EndProgramsField } from '@/shared/end-programs-field.tsx'
import { useFieldError } from '@/shared/form/use-field-error.ts'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { EMPTY_PASSWORD_FORM, type PasswordForm, passwordForm } from './password-form.ts'
import { useChangePassword } from './use-change-password.ts'

/** Changing the user's own password. After a success the fields are empty. */
export function PasswordCard() {
  const { t } = useTranslation()
  const form = useForm<PasswordForm>({
    resolver: zodResolver(passwordForm),
    defaultValues: EMPTY_PASSWORD_FORM,
  })
  const { change, isChanging } = useChangePassword()
  const [isTooOften, setTooOften] = useState(false)
  const submit = form.handleSubmit((entered) =>
    change(entered, (outcome) => {
      setTooOften(outcome.kind === 'too-often')
      if (outcome.kind === 'changed') form.reset()
    }),
  )
  return (
    <Card>
      <CardHeader
        title={t('Change Password')}
        description={t('Changing your password ends all your other sessions.')}
      />
      <CardContent>
        <form noValidate aria-label={t('Change Password')} onSubmit={(event) => void submit(event)}>
          <fieldset disabled={isChanging} className="flex max-w-md flex-col gap-4">
            {isTooOften && (
              <FormNotice
                title={t('Rate Limit Exceeded')}
                text={t('Too many password change attempts. Please wait before trying again.')}
              />
            )}
            <PasswordFields form={form} />
            <EndProgramsField
              checked={form.watch('endsPrograms')}
              onChange={(ends) => form.setValue('endsPrograms', ends)}
            />
          </fieldset>
          <Button type="submit" pending={isChanging} className="mt-5">
            {t('Update Password')}
          </Button>
        </form>
      </CardContent>
    </Card>
  )
}

function PasswordFields({ form }: { form: UseFormReturn<PasswordForm> }) {
  const { t } = useTranslation()
  const errorOf = useFieldError(form)
  const { register } = form
  return (
    <>
      <Field label={t('Current Password')} error={errorOf('current')} required>
        <Input type="password" autoComplete="current-password" {...register('current')} />
      </Field>
      <Field
        label={t('New Password')}
        error={errorOf('next')}
        hint={t('At least 12 characters, with upper and lower case, a number and one of @$!%*?&.')}
        required
      >
        <Input type="password" autoComplete="new-password" {...register('next')} />
      </Field>
      <Field label={t('Confirm New Password')} error={errorOf('confirmation')} required>
        <Input type="password" autoComplete="new-password" {...register('confirmation')} />
      </Field>
    </>
  )
}
