import type { CodePurpose } from '@cairn/workspace/port/access'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { returnPath } from '@/lib/address/return-path.ts'
import { useAccess, useSessionState } from '@/session/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { LoadingScreen } from '@/ui/loading/loading-screen.tsx'
import { AccessHeading, AccessLayout } from '../access-layout.tsx'
import { EmailForm } from '../email-form.tsx'
import { failureMessage } from '../failure-message.ts'
import { emailInState, stateWithEmail } from '../location-state.ts'
import { useAsyncAction } from '../use-async-action.ts'
import { CodeStep } from './code-step.tsx'

/** For a user who does not know the password any more. */
export function ForgotPasswordPage() {
  return <MailCodePage purpose="recovery" />
}

/** For a user who signs in without a password. */
export function EmailCodePage() {
  return <MailCodePage purpose="sign-in" />
}

/** Asks for the address, then for the code that was sent to it: the same for every address, known or not. */
function MailCodePage({ purpose }: { purpose: CodePurpose }) {
  const { t } = useTranslation()
  const state = useSessionState()
  const location = useLocation()
  const [email, setEmail] = useState(() => emailInState(location.state))
  const [isSent, setSent] = useState(false)
  if (state.status === 'loading') return <LoadingScreen text={t('Loading authentication...')} />
  if (state.status === 'guest') return <Navigate to="/" replace />
  if (state.status !== 'anonymous') {
    const back = returnPath(location.state, window.location.origin)
    return <Navigate to={purpose === 'recovery' ? '/auth/new-password' : back} replace />
  }
  return (
    <AccessLayout>
      {isSent ? <SentHeading email={email} /> : <AskingHeading purpose={purpose} />}
      <Card>
        <CardContent className="pt-5">
          {isSent ? (
            <CodeStep purpose={purpose} email={email} />
          ) : (
            <AskForCode
              purpose={purpose}
              email={email}
              onEmail={setEmail}
              onSent={(address) => {
                setEmail(address)
                setSent(true)
              }}
            />
          )}
        </CardContent>
      </Card>
      <div className="mt-4 flex justify-center gap-5">
        {isSent && (
          <Button variant="link" onClick={() => setSent(false)}>
            {t('Use another address')}
          </Button>
        )}
        <Button asChild variant="link">
          <Link to="/auth" state={stateWithEmail(location.state, email)}>
            {t('Back to sign in')}
          </Link>
        </Button>
      </div>
    </AccessLayout>
  )
}

function AskingHeading({ purpose }: { purpose: CodePurpose }) {
  const { t } = useTranslation()
  const title = purpose === 'recovery' ? t('Forgot password?') : t('Sign in by email')
  const text =
    purpose === 'recovery'
      ? t('We will email you a code and a link to set a new password.')
      : t('We will email you a code and a link. You do not need a password.')
  return (
    <>
      <PageTitle title={title} />
      <AccessHeading title={title} text={text} />
    </>
  )
}

function SentHeading({ email }: { email: string }) {
  const { t } = useTranslation()
  const title = t('Check your email')
  return (
    <>
      <PageTitle title={title} />
      <AccessHeading
        title={title}
        text={t('If {{email}} has an account here, an email is on its way.', { email })}
      />
    </>
  )
}

interface AskForCodeProps {
  purpose: CodePurpose
  email: string
  onEmail: (email: string) => void
  onSent: (email: string) => void
}

function AskForCode({ purpose, email, onEmail, onSent }: AskForCodeProps) {
  const { t } = useTranslation()
  const access = useAccess()
  const { isPending, error, run } = useAsyncAction()

  async function send(address: string) {
    if (await run(() => access.sendCode(purpose, address))) onSent(address)
  }

  return (
    <EmailForm
      email={email}
      submitLabel={purpose === 'recovery' ? t('Email me a link') : t('Email me a code')}
      busyLabel={t('Sending...')}
      isPending={isPending}
      refusal={error === null ? null : failureMessage(error, t)}
      onEmail={onEmail}
      onSubmit={send}
    />
  )
}
