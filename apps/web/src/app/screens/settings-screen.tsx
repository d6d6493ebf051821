import { FirstStepsSettings } from '@/features/first-steps/first-steps-settings.tsx'
import { NotificationPreferencesCard } from '@/features/preferences/notification-preferences-card.tsx'
import { AccountAppearanceCard } from '@/features/settings/account-appearance-card.tsx'
import { ArchiveCards } from '@/features/settings/archive/archive-cards.tsx'
import { AssistantsCards } from '@/features/settings/assistants/assistants-cards.tsx'
import { FeaturesCard } from '@/features/settings/features-card.tsx'
import { FieldsCard } from '@/features/settings/fields/fields-card.tsx'
import { LicensesCard } from '@/features/settings/licenses-card.tsx'
import { SettingsPage } from '@/features/settings/settings-page.tsx'
import { TagsCard } from '@/features/settings/tags/tags-card.tsx'
import { TokenCards } from '@/features/settings/tokens/token-cards.tsx'
import { WebhooksPanel } from '@/features/settings/webhooks/webhooks-panel.tsx'
import { ConnectionsScreen } from './connections-screen.tsx'
import { SecurityScreen } from './security-screen.tsx'

/** The settings, with the content of each tab. */
export function SettingsScreen() {
  return (
    <SettingsPage
      panels={{
        notifications: <NotificationPreferencesCard />,
        security: <SecurityScreen />,
        appearance: (
          <>
            <AccountAppearanceCard />
            <FirstStepsSettings />
          </>
        ),
        connections: <ConnectionsScreen />,
        assistants: <AssistantsCards />,
        features: <FeaturesCard />,
        fields: <FieldsCard />,
        tags: <TagsCard />,
        tokens: <TokenCards />,
        webhooks: <WebhooksPanel />,
        archive: <ArchiveCards />,
        licenses: <LicensesCard />,
      }}
    />
  )
}
