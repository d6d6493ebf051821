import { lazy } from 'react'
import { NotificationPreferencesCard } from '@/features/preferences/notification-preferences-card.tsx'
import { AccountAppearanceCard } from '@/features/settings/account-appearance-card.tsx'
import { FeaturesCard } from '@/features/settings/features-card.tsx'
import { LicensesCard } from '@/features/settings/licenses-card.tsx'
import { SettingsPage } from '@/features/settings/settings-page.tsx'

const ConnectionsScreen = lazy(async () => ({
  default: (await import('./connections-screen.tsx')).ConnectionsScreen,
}))

const SecurityScreen = lazy(async () => ({
  default: (await import('./security-screen.tsx')).SecurityScreen,
}))

/** The settings, with the content of each tab. */
export function SettingsScreen() {
  return (
    <SettingsPage
      panels={{
        notifications: <NotificationPreferencesCard />,
        security: <SecurityScreen />,
        appearance: <AccountAppearanceCard />,
        connections: <ConnectionsScreen />,
        features: <FeaturesCard />,
        licenses: <LicensesCard />,
      }}
    />
  )
}
