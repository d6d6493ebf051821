import { NotificationPreferencesCard } from '@/features/preferences/notification-preferences-card.tsx'
import { ProfilePage } from '@/features/profile/profile-page.tsx'

/** The own profile, with the notification preferences that the settings have too. */
export function ProfileScreen() {
  return <ProfilePage notifications={<NotificationPreferencesCard />} />
}
