import { ConnectedAppsCard } from '@/features/connected-apps/connected-apps-card.tsx'
import { FirstStepsSettings } from '@/features/first-steps/first-steps-settings.tsx'
import { AddressCard } from '@/features/found/callers/address-card.tsx'
import { SourcesCard } from '@/features/found/sources-card.tsx'
import { InvitationsCard } from '@/features/invite-members/invitations-card.tsx'
import { CalendarsCard } from '@/features/preferences/calendars-card.tsx'
import { DeputyCard } from '@/features/preferences/deputy-card.tsx'
import { MutedCard } from '@/features/preferences/muted-card.tsx'
import { NotificationPreferencesCard } from '@/features/preferences/notification-preferences-card.tsx'
import { QuietHoursCard } from '@/features/preferences/quiet-hours-card.tsx'
import { ProfileCards } from '@/features/profile/profile-page.tsx'
import { AccountAppearanceCard } from '@/features/settings/account-appearance-card.tsx'
import { ArchiveCards } from '@/features/settings/archive/archive-cards.tsx'
import { AssistantsCards } from '@/features/settings/assistants/assistants-cards.tsx'
import { EscalationCard } from '@/features/settings/escalation-card.tsx'
import { FeaturesCard } from '@/features/settings/features-card.tsx'
import { FieldsCard } from '@/features/settings/fields/fields-card.tsx'
import { LicensesCard } from '@/features/settings/licenses-card.tsx'
import { SettingsPage } from '@/features/settings/settings-page.tsx'
import { TagsCard } from '@/features/settings/tags/tags-card.tsx'
import { ApiCards } from '@/features/settings/tokens/api-cards.tsx'
import { OwnTokensCard } from '@/features/settings/tokens/own-tokens-card.tsx'
import { WebhooksPanel } from '@/features/settings/webhooks/webhooks-panel.tsx'
import { PermissionsManagementCard } from '@/features/team/member/permissions-management-card.tsx'
import { ConnectionsScreen } from './connections-screen.tsx'
import { SecurityScreen } from './security-screen.tsx'

/** The settings, with the content of each page. */
export function SettingsScreen() {
  return (
    <SettingsPage
      pages={{
        profile: <ProfileCards />,
        notifications: (
          <div className="in-order flex flex-col gap-6">
            <NotificationPreferencesCard />
            <QuietHoursCard />
            <DeputyCard />
            <CalendarsCard />
            <MutedCard />
          </div>
        ),
        security: <SecurityScreen />,
        tokens: <OwnTokensCard />,
        'connected-apps': <ConnectedAppsCard />,
        general: (
          <>
            <AccountAppearanceCard />
            <FirstStepsSettings />
          </>
        ),
        people: <PermissionsManagementCard />,
        invitations: <InvitationsCard />,
        fields: <FieldsCard />,
        tags: <TagsCard />,
        features: <FeaturesCard />,
        archive: <ArchiveCards />,
        licenses: <LicensesCard />,
        connections: <ConnectionsScreen />,
        assistants: <AssistantsCards />,
        webhooks: <WebhooksPanel />,
        api: <ApiCards />,
        sources: <SourcesCard />,
        monitoring: (
          <div className="in-order flex flex-col gap-6">
            <AddressCard />
            <EscalationCard />
          </div>
        ),
      }}
    />
  )
}
