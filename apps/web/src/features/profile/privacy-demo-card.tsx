import type { OwnProfile, PrivacySettings } from '@cairn/workspace/port/profile'
import type { SeenMember } from '@cairn/workspace/port/team'
import { visibleProfile } from '@cairn/workspace/rules/visible-profile'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { teamQueries } from '@/queries/team.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { storedLabel } from '@/shared/stored-label.ts'
import { Avatar } from '@/ui/display/avatar.tsx'
import { Badge } from '@/ui/display/badge.tsx'

interface PrivacyDemoCardProps {
  profile: OwnProfile | undefined
  /** The switches as they stand now, saved or not. */
  privacy: PrivacySettings | null
}

/** A few members as teammates see them, the user first: what the privacy settings come to. */
export function PrivacyDemoCard({ profile, privacy }: PrivacyDemoCardProps) {
  const { t } = useTranslation()
  const { personId } = useMe()
  const query = useQuery(teamQueries.seen(useWorkspace()))
  return (
    <LoadedCard
      title={t('Privacy Demo')}
      description={t('How teammates see you, and how you see them.')}
      query={query}
      failure={t('The team could not be loaded.')}
      lines={3}
    >
      {(members) => (
        <ul aria-label={t('Privacy Demo')} className="divide-y">
          {personId !== null && profile && (
            <Seen member={visibleProfile(personId, profile, privacy ?? profile.privacy)} isOneself />
          )}
          {members
            .filter(({ id }) => id !== personId)
            .map((member) => (
              <Seen key={member.id} member={member} isOneself={false} />
            ))}
        </ul>
      )}
    </LoadedCard>
  )
}

function Seen({ member, isOneself }: { member: SeenMember; isOneself: boolean }) {
  const { t } = useTranslation()
  const { name, avatarUrl, email, bio, jobRole, department } = member
  const details = [jobRole && storedLabel(jobRole, t), department, email].filter(Boolean)
  return (
    <li className="flex items-start gap-3 py-2.5 first:pt-0 last:pb-0">
      <Avatar name={name} src={avatarUrl} initials />
      <div className="min-w-0 wrap-anywhere text-sm">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span dir="auto">{name}</span>
          {isOneself && <Badge variant="secondary">{t('You')}</Badge>}
        </p>
        <p className="text-muted-foreground text-xs">
          {details.length > 0 ? details.join(' · ') : t('Shows only the name.')}
        </p>
        {bio && <p className="text-muted-foreground text-xs">{bio}</p>}
      </div>
    </li>
  )
}
