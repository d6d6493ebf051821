import { ConnectedAppsCard } from '@/features/connected-apps/connected-apps-card.tsx'
import { InvitationsCard } from '@/features/invite-members/invitations-card.tsx'
import { NotificationPreferencesCard } from '@/features/preferences/notification-preferences-card.tsx'
import { ProfilePage } from '@/features/profile/profile-page.tsx'
import { PermissionsManagementCard } from '@/features/team/member/permissions-management-card.tsx'

/** The user's own profile, with the notification preferences that the settings show too, and what admins administer. */
export function ProfileScreen() {
  return (
    <ProfilePage
      notifications={
        <>
          <NotificationPreferencesCard />
          <ConnectedAppsCard />
        </>
      }
      administration={
        <>
          <PermissionsManagementCard />
          <InvitationsCard />
        </>
      }
    />
  )
}
