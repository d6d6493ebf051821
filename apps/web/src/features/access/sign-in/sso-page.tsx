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
import { domainOf } from '../email-domain.ts'
import { EmailForm } from '../email-form.tsx'
import { failureMessage } from '../failure-message.ts'
import { emailInState, stateWithEmail } from '../location-state.ts'
import { useAsyncAction } from '../use-async-action.ts'

/** Signing in with the organisation's own identity provider, which is found by the domain of the address. */
export function SsoPage() {
  const { t } = useTranslation()
  const access = useAccess()
  const state = useSessionState()
  const location = useLocation()
  const { isPending, error, run } = useAsyncAction()
  const [email, setEmail] = useState(() => emailInState(location.state))
  const back = returnPath(location.state, window.location.origin)
  if (state.status === 'loading') return <LoadingScreen text={t('Loading authentication...')} />
  if (state.status !== 'anonymous') return <Navigate to={back} replace />
  const title = t('Single sign-on')
  return (
    <AccessLayout>
      <PageTitle title={title} />
      <AccessHeading title={title} text={t('Your organization signs you in.')} />
      <Card>
        <CardContent className="pt-5">
          <EmailForm
            email={email}
            label={t('Work email')}
            submitLabel={t('Continue')}
            isPending={isPending}
            refusal={error === null ? null : failureMessage(error, t)}
            onEmail={setEmail}
            onSubmit={(address) => run(() => access.signInWithSso(domainOf(address) ?? '', back))}
          />
        </CardContent>
      </Card>
      <div className="mt-4 flex justify-center">
        <Button asChild variant="link">
          <Link to="/auth" state={stateWithEmail(location.state, email)}>
            {t('Back to sign in')}
          </Link>
        </Button>
      </div>
    </AccessLayout>
  )
}
