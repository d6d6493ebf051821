import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { returnPath } from '@/lib/return-path.ts'
import { useAccess, useSessionState } from '@/session/context.tsx'
import { Button } from '@/ui/button.tsx'
import { Card, CardContent } from '@/ui/card.tsx'
import { LoadingScreen } from '@/ui/loading-screen.tsx'
import { PageTitle } from '@/ui/page-header.tsx'
import { AccessHeading, AccessLayout } from './access-layout.tsx'
import { domainOf } from './email-domain.ts'
import { EmailForm } from './email-form.tsx'
import { failureMessage } from './failure-message.ts'
import { emailInState } from './location-state.ts'
import { useAsyncAction } from './use-async-action.ts'

/** Signing in with the organisation's own identity provider, which is found by the domain of the address. */
export function SsoPage() {
  const { t } = useTranslation()
  const access = useAccess()
  const state = useSessionState()
  const location = useLocation()
  const { isPending, error, run } = useAsyncAction()
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
            email={emailInState(location.state)}
            label={t('Work email')}
            submitLabel={t('Continue')}
            isPending={isPending}
            refusal={error === null ? null : failureMessage(error, t)}
            onSubmit={(email) => run(() => access.signInWithSso(domainOf(email) ?? '', back))}
          />
        </CardContent>
      </Card>
      <div className="mt-4 flex justify-center">
        <Button asChild variant="link">
          <Link to="/auth" state={location.state}>
            {t('Back to sign in')}
          </Link>
        </Button>
      </div>
    </AccessLayout>
  )
}
