import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { AccessLayout } from '@/features/access/access-layout.tsx'
import { SecondFactorPage } from '@/features/access/second-factor/second-factor-page.tsx'
import { ConsentPage, ConsentProblem } from '@/features/connected-apps/consent-page.tsx'
import { rememberPath } from '@/lib/address/return-path.ts'
import { useSessionState, useSessionStore } from '@/session/context.tsx'
import type { SessionState } from '@/session/session-state.ts'
import { Proof } from '@/shared/proof/proof.tsx'
import { Button } from '@/ui/button/button.tsx'
import { LoadingScreen } from '@/ui/loading/loading-screen.tsx'
import { useWorkspaceOf } from '../workspace/workspace-of-session.ts'

/**
 * Where the server sends a user whom an app asks for access. A visitor signs in first, second factor and all, and comes
 * back.
 */
export function OAuthConsentScreen() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const location = useLocation()
  const state = useSessionState()
  const problem = params.get('problem')
  const id = params.get('authorization_id')
  if (problem !== null || id === null)
    return (
      <AccessLayout>
        <ConsentProblem problem={problem ?? 'gone'} />
      </AccessLayout>
    )
  switch (state.status) {
    case 'loading':
      return <LoadingScreen text={t('Loading authentication...')} />
    case 'second-factor':
      return <SecondFactorPage />
    case 'anonymous':
      return <Navigate to="/auth" replace state={rememberPath(location)} />
    case 'guest':
      return <LeaveGuestMode />
    case 'signed-in':
      return (
        <AccessLayout>
          <Asked key={`${state.person.id} ${id}`} state={state} id={id} />
        </AccessLayout>
      )
  }
}

function Asked({ state, id }: { state: SessionState; id: string }) {
  const { security } = useWorkspaceOf(state)
  return (
    <>
      <ConsentPage apps={security.apps} id={id} />
      <Proof prove={security.prove} />
    </>
  )
}

/** A guest has nothing to give: whoever was sent here by an app wants to sign in. */
function LeaveGuestMode() {
  const { t } = useTranslation()
  const session = useSessionStore()
  return (
    <AccessLayout>
      <ConsentProblem problem="guest" />
      <Button size="lg" className="mt-4 w-full" onClick={() => session.leaveGuestMode()}>
        {t('Sign in to Cairn')}
      </Button>
    </AccessLayout>
  )
}
