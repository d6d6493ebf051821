import { NotificationPreferencesCard } from '@/features/preferences/notification-preferences-card.tsx'
import { ProfilePage } from '@/features/profile/profile-page.tsx'

/** The user's own profile, with the notification preferences that the settings show too. */
export function ProfileScreen() {
  return <ProfilePage notifications={<NotificationPreferencesCard />} />
}
