import { WelcomePage } from '@/features/first-steps/welcome-page.tsx'
import { InviteSeveral } from '@/features/invite-members/invite-several.tsx'

/** The first steps of a new account, with the invitation of colleagues. */
export function WelcomeScreen() {
  return <WelcomePage people={(onDone) => <InviteSeveral onDone={onDone} />} />
}
