import { WelcomePage } from '@/features/first-steps/welcome-page.tsx'
import { InviteSeveral } from '@/features/invite-members/invite-several.tsx'

/** What a new account does first, the invitation of colleagues included. */
export function WelcomeScreen() {
  return <WelcomePage people={(onDone) => <InviteSeveral onDone={onDone} />} />
}
