import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import { Button } from '@/ui/button.tsx'
import { Card, CardContent } from '@/ui/card.tsx'
import { Field } from '@/ui/field.tsx'
import { PageTitle } from '@/ui/page-header.tsx'
import { AccessInput } from './access-input.tsx'
import { AccessHeading, AccessLayout } from './access-layout.tsx'
import { emailField } from './credentials.ts'
import { useResend } from './use-resend.ts'

/** A link that does not work (used, expired, damaged), and how to get a new one. */
export function ConfirmFailed({ message }: { message: string }) {
  const { t } = useTranslation()
  const title = t('This link does not work')
  return (
    <AccessLayout>
      <PageTitle title={title} />
      <AccessHeading title={title} text={message} />
      <Card>
        <CardContent className="pt-4">
          <p className="mb-4 text-muted-foreground text-sm">
            {t(
              'Links work once, and for a limited time. If you have confirmed already, just sign in. Otherwise have a new link sent, or sign up again.',
            )}
          </p>
          <ResendForm />
        </CardContent>
      </Card>
      <div className="mt-4 flex justify-center gap-5">
        <Button asChild variant="link">
          <Link to="/auth">{t('Sign In')}</Link>
        </Button>
        <Button asChild variant="link">
          <Link to="/auth?tab=sign-up">{t('Sign Up')}</Link>
        </Button>
      </div>
    </AccessLayout>
  )
}

function ResendForm() {
  const { t } = useTranslation()
  const { isSending, resend } = useResend()
  const schema = useMemo(() => z.object({ email: emailField(t) }), [t])
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '' },
  })
  const submit = handleSubmit(({ email }) => resend(email))
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t('Email')} error={formState.errors.email?.message}>
        <AccessInput type="email" required autoComplete="email" {...register('email')} />
      </Field>
      <Button type="submit" size="lg" variant="outline" pending={isSending}>
        {t('Send a new link')}
      </Button>
    </form>
  )
}
