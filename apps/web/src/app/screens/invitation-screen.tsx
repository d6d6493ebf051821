import { InvitationPage } from '@/features/accept-invitation/invitation-page.tsx'
import { AccessLayout } from '@/features/access/access-layout.tsx'
import { SecondFactorPage } from '@/features/access/second-factor/second-factor-page.tsx'
import { useSessionState } from '@/session/context.tsx'

/** The page of an invitation, for everybody; a user whose second factor is required verifies it first. */
export function InvitationScreen() {
  if (useSessionState().status === 'second-factor') return <SecondFactorPage />
  return (
    <AccessLayout>
      <InvitationPage />
    </AccessLayout>
  )
}
