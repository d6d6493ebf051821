import { AccessError } from '@cairn/workspace/errors'
import type { Person } from '@cairn/workspace/port/workspace'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate } from 'react-router'
import { useAccess, useSessionState } from '@/session/context.tsx'
import { EndProgramsField } from '@/shared/end-programs-field.tsx'
import { Button } from '@/ui/button/button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { LoadingScreen } from '@/ui/loading/loading-screen.tsx'
import { AccessHeading, AccessLayout } from '../access-layout.tsx'
import { failureMessage } from '../failure-message.ts'
import { SecondFactorPage } from '../second-factor/second-factor-page.tsx'
import { useAsyncAction } from '../use-async-action.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { newPasswordForm } from './new-password-form.ts'

/** Where a recovery link leads: it has signed the user in, who now sets a new password. */
export function NewPasswordPage() {
  const { t } = useTranslation()
  const state = useSessionState()
  switch (state.status) {
    case 'loading':
      return <LoadingScreen text={t('Loading authentication...')} />
    case 'anonymous':
      return <Navigate to={state.reason === 'left' ? '/auth' : '/auth/forgot-password'} replace />
    case 'guest':
      return <Navigate to="/" replace />
    case 'second-factor':
      return <SecondFactorPage />
    case 'signed-in':
      return <NewPassword person={state.person} />
  }
}

function NewPassword({ person }: { person: Person }) {
  const { t } = useTranslation()
  const title = t('Set a new password')
  return (
    <AccessLayout>
      <PageTitle title={title} />
      <AccessHeading title={title} text={t('For {{email}}.', { email: person.email })} />
      <Card>
        <CardContent className="pt-5">
          <NewPasswordForm email={person.email} />
        </CardContent>
      </Card>
      <div className="mt-4 flex justify-center">
        <Button asChild variant="link">
          <Link to="/">{t('Not now')}</Link>
        </Button>
      </div>
    </AccessLayout>
  )
}

function NewPasswordForm({ email }: { email: string }) {
  const { t } = useTranslation()
  const access = useAccess()
  const navigate = useNavigate()
  const form = useForm({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '', confirmation: '' },
  })
  const { handleSubmit, setFocus } = form
  const [endsPrograms, setEndsPrograms] = useState(true)
  const { isPending, error, run } = useAsyncAction()
  const isTooLate = error instanceof AccessError && error.code === 'reauthentication_needed'

  const submit = handleSubmit(async (values) => {
    const kept = { keepsPrograms: !endsPrograms }
    if (!(await run(() => access.setPassword(values.password, kept)))) return setFocus('password')
    toast({
      title: t('Password updated'),
      description: t('You are signed in here. Your other devices were signed out.'),
    })
    await navigate('/', { replace: true })
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      <NewPasswordFields
        form={form}
        refusal={error !== null && !isTooLate ? failureMessage(error, t) : null}
      />
      <EndProgramsField checked={endsPrograms} onChange={setEndsPrograms} />
      {isTooLate && <AskAgain email={email} />}
      <Button type="submit" size="lg" pending={isPending} className="mt-1">
        {isPending ? t('Saving...') : t('Set Password')}
      </Button>
    </form>
  )
}

/** After a while the server accepts a new password without the old one only with a new link. */
function AskAgain({ email }: { email: string }) {
  const { t } = useTranslation()
  const access = useAccess()
  const { isPending, run } = useAsyncAction()

  async function send() {
    try {
      await access.sendCode('recovery', email)
      toast({ title: t('Email sent'), description: t('Open the link in it to set your password.') })
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('Error sending email'),
        description: failureMessage(error, t),
      })
    }
  }

  return (
    <div role="alert" className="rounded-md bg-warning-soft px-3 py-2.5 text-sm text-warning-foreground">
      <p>{t('You opened the link a while ago. To confirm that it is you, request a new one.')}</p>
      <Button variant="link" size="sm" className="mt-1.5" pending={isPending} onClick={() => void run(send)}>
        {t('Email me a new link')}
      </Button>
    </div>
  )
}
