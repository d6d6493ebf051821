import { useTranslation } from 'react-i18next'
import { NewcomersCard } from '@/features/join-account/newcomers-card.tsx'
import { OwnActivityCard } from '@/features/monitoring/entry/own-activity-card.tsx'
import { AuditLogCard } from '@/features/monitoring/log/audit-log-card.tsx'
import { MonitoringCard } from '@/features/monitoring/overview/monitoring-card.tsx'
import { Panels } from '@/features/monitoring/overview/panels.tsx'
import { StatusCard } from '@/features/monitoring/overview/status-card.tsx'
import { PasskeysCard } from '@/features/security/passkeys-card.tsx'
import { SessionsCard } from '@/features/security/sessions-card.tsx'
import { TwoFactorCard } from '@/features/security/two-factor-card.tsx'
import { useMe } from '@/queries/context.tsx'
import { AccessDenied } from '@/shared/access-denied.tsx'

/** The security tab: that of the account for its admins; for everybody their own. */
export function SecurityScreen() {
  const isAdmin = useMe().permissionLevel === 'admin'
  return <div className="flex flex-col gap-4">{isAdmin ? <OfTheAccount /> : <OfTheUser />}</div>
}

function OfTheAccount() {
  return (
    <>
      <StatusCard />
      <MonitoringCard />
      <PasskeysCard />
      <TwoFactorCard />
      <SessionsCard />
      <NewcomersCard />
      <Panels />
      <AuditLogCard />
    </>
  )
}

function OfTheUser() {
  const { t } = useTranslation()
  return (
    <>
      <OwnActivityCard />
      <PasskeysCard />
      <TwoFactorCard />
      <SessionsCard />
      <AccessDenied
        title={t('Security Monitoring')}
        reason={t('Security monitoring is only available to administrators.')}
      />
    </>
  )
}
