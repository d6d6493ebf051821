import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { addressNow } from '@/catalogue/use-address.ts'
import { GroupRulesCard } from '@/features/group-rules/group-rules-card.tsx'
import { NewcomersCard } from '@/features/join-account/newcomers-card.tsx'
import { OwnActivityCard } from '@/features/monitoring/entry/own-activity-card.tsx'
import { securityViewOf } from '@/features/monitoring/log/audit-filter.ts'
import { AuditLogCard } from '@/features/monitoring/log/audit-log-card.tsx'
import { MonitoringCard } from '@/features/monitoring/overview/monitoring-card.tsx'
import { Panels } from '@/features/monitoring/overview/panels.tsx'
import { StatusCard } from '@/features/monitoring/overview/status-card.tsx'
import { ProvidersCard } from '@/features/provider-trials/providers-card.tsx'
import { PasskeysCard } from '@/features/security/passkeys-card.tsx'
import { SessionsCard } from '@/features/security/sessions-card.tsx'
import { TwoFactorCard } from '@/features/security/two-factor-card.tsx'
import { useMe } from '@/queries/context.tsx'
import { AccessDenied } from '@/shared/access-denied.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/layout/tabs.tsx'

/** The security page: that of the account for its admins; for everybody their own. */
export function SecurityScreen() {
  const isAdmin = useMe().permissionLevel === 'admin'
  return isAdmin ? <OfTheAccount /> : <OfTheUser />
}

/** An overview, and the log. The address says which of them, so that Back leads from one to the other. */
function OfTheAccount() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const view = securityViewOf(params)
  const choose = (next: string) => {
    // A tab tells of its choice twice, as it is pressed and as it gets the focus: one step back is enough.
    if (next !== securityViewOf(addressNow())) setParams(next === 'log' ? { view: next } : {})
  }
  return (
    <Tabs value={view} onValueChange={choose}>
      <TabsList aria-label={t('Security')}>
        <TabsTrigger value="overview">{t('Overview')}</TabsTrigger>
        <TabsTrigger value="log">{t('Audit Log')}</TabsTrigger>
      </TabsList>
      <TabsContent value="overview">
        <Overview />
      </TabsContent>
      <TabsContent value="log">
        <AuditLogCard />
      </TabsContent>
    </Tabs>
  )
}

const COLUMN = 'in-order flex min-w-0 flex-col gap-4'

function Overview() {
  return (
    <div data-wide className="in-order grid items-start gap-4 @2xl:grid-cols-2 @6xl:grid-cols-3">
      <div className={COLUMN}>
        <StatusCard />
        <Panels />
      </div>
      <div className={COLUMN}>
        <MonitoringCard />
        <ProvidersCard />
        <GroupRulesCard />
      </div>
      <div className={COLUMN}>
        <PasskeysCard />
        <TwoFactorCard />
        <SessionsCard />
        <NewcomersCard />
      </div>
    </div>
  )
}

function OfTheUser() {
  const { t } = useTranslation()
  return (
    <div className={COLUMN}>
      <OwnActivityCard />
      <PasskeysCard />
      <TwoFactorCard />
      <SessionsCard />
      <AccessDenied
        title={t('Security Monitoring')}
        reason={t('Security monitoring is only available to administrators.')}
      />
    </div>
  )
}
