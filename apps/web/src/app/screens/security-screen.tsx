import { SessionsCard } from '@/features/security/sessions-card.tsx'
import { TwoFactorCard } from '@/features/security/two-factor-card.tsx'
import { SecurityCard } from '@/features/settings/security-card.tsx'

/** The security tab: second factors and sessions of the user, then the announced monitoring. */
export function SecurityScreen() {
  return (
    <div className="flex flex-col gap-4">
      <TwoFactorCard />
      <SessionsCard />
      <SecurityCard />
    </div>
  )
}
