import { FirstStepsSettings } from '@/features/first-steps/first-steps-settings.tsx'
import { NotificationPreferencesCard } from '@/features/preferences/notification-preferences-card.tsx'
import { AccountAppearanceCard } from '@/features/settings/account-appearance-card.tsx'
import { FeaturesCard } from '@/features/settings/features-card.tsx'
import { LicensesCard } from '@/features/settings/licenses-card.tsx'
import { SettingsPage } from '@/features/settings/settings-page.tsx'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'

const archiveCards = lazyComponent(
  () => import('@/features/settings/archive/archive-cards.tsx'),
  (code) => code.ArchiveCards,
)
const assistantsCards = lazyComponent(
  () => import('@/features/settings/assistants/assistants-cards.tsx'),
  (code) => code.AssistantsCards,
)
const connectionsScreen = lazyComponent(
  () => import('./connections-screen.tsx'),
  (code) => code.ConnectionsScreen,
)
const fieldsCard = lazyComponent(
  () => import('@/features/settings/fields/fields-card.tsx'),
  (code) => code.FieldsCard,
)
const securityScreen = lazyComponent(
  () => import('./security-screen.tsx'),
  (code) => code.SecurityScreen,
)

const tagsCard = lazyComponent(
  () => import('@/features/settings/tags/tags-card.tsx'),
  (code) => code.TagsCard,
)

const tokenCards = lazyComponent(
  () => import('@/features/settings/tokens/token-cards.tsx'),
  (code) => code.TokenCards,
)

const webhooksPanel = lazyComponent(
  () => import('@/features/settings/webhooks/webhooks-panel.tsx'),
  (code) => code.WebhooksPanel,
)

/** The settings, with the content of each tab. */
export function SettingsScreen() {
  return (
    <SettingsPage
      panels={{
        notifications: <NotificationPreferencesCard />,
        security: <securityScreen.Component />,
        appearance: (
          <>
            <AccountAppearanceCard />
            <FirstStepsSettings />
          </>
        ),
        connections: <connectionsScreen.Component />,
        assistants: <assistantsCards.Component />,
        features: <FeaturesCard />,
        fields: <fieldsCard.Component />,
        tags: <tagsCard.Component />,
        tokens: <tokenCards.Component />,
        webhooks: <webhooksPanel.Component />,
        archive: <archiveCards.Component />,
        licenses: <LicensesCard />,
      }}
    />
  )
}
