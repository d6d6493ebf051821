import { SessionsCard } from '@/features/security/sessions-card.tsx'
import { TwoFactorCard } from '@/features/security/two-factor-card.tsx'
import { SecurityCard } from '@/features/settings/security-card.tsx'

/** The security tab: how one's own account is guarded, then what happened. */
export function SecurityScreen() {
  return (
    <div className="flex flex-col gap-4">
      <TwoFactorCard />
      <SessionsCard />
      <SecurityCard />
    </div>
  )
}
