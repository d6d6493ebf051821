import type { PrivacySettings } from '@cairn/workspace/port/profile'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/queries/context.tsx'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { storedLabel } from '@/shared/stored-label.ts'
import { Badge } from '@/ui/display/badge.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { AppearanceCard } from './appearance-card.tsx'
import { ContactCard } from './contact-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PermissionsCard } from './permissions-card.tsx'
import { PrivacyCard } from './privacy-card.tsx'
import { PrivacyDemoCard } from './privacy-demo-card.tsx'
import { ProfileFormCard } from './profile-form-card.tsx'
import { SummaryCard } from './summary-card.tsx'
import { useOwnProfile } from './use-own-profile.ts'

interface ProfileCardsProps {
  /** The cards that the settings show on pages of their own. */
  notifications?: ReactNode
  /** The cards about other people, for admins. */
  administration?: ReactNode
}

/** The user's own profile. */
export function ProfilePage(cards: ProfileCardsProps) {
  const { t } = useTranslation()
  const { permissionLevel } = useMe()
  const { profile } = useOwnProfile()
  return (
    <div className="@container">
      <PageHeader
        title={t('Profile')}
        subtitle={t('Your own details, and how Cairn looks for you.')}
        actions={
          <>
            <Badge variant="outline">
              {t('Role: {{role}}', {
                role: profile?.jobRole ? storedLabel(profile.jobRole, t) : t('Not specified'),
              })}
            </Badge>
            <Badge variant="outline">
              {t('Permission: {{label}}', { label: permissionLabel(permissionLevel, t) })}
            </Badge>
          </>
        }
      />
      <ProfileCards {...cards} />
    </div>
  )
}

/** The cards of the profile: in two columns where what is around them has the room. */
export function ProfileCards({ notifications, administration }: ProfileCardsProps) {
  const { permissionLevel } = useMe()
  const { query, profile } = useOwnProfile()
  const [shown, setShown] = useState<PrivacySettings | null>(null)
  return (
    <div className="in-order grid grid-cols-1 items-start gap-5 @2xl:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="in-order flex flex-col gap-5">
        <SummaryCard profile={profile} level={permissionLevel} />
        <PermissionsCard />
        <AppearanceCard />
      </div>
      <div className="in-order flex min-w-0 flex-col gap-5">
        <ProfileFormCard profile={profile} query={query} />
        {notifications}
        <ContactCard />
        <PrivacyCard query={query} onShow={setShown} />
        <PrivacyDemoCard profile={query.data} privacy={shown} />
        <PasswordCard />
        {administration}
      </div>
    </div>
  )
}
