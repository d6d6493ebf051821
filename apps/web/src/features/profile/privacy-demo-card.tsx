import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { teamQueries } from '@/queries/team.ts'
import { LoadedCard } from '@/shared/loaded-card.tsx'
import { storedWord } from '@/shared/stored-word.ts'
import { Avatar } from '@/ui/avatar.tsx'
import { Badge } from '@/ui/badge.tsx'
import type { OwnProfile, PrivacySettings } from '@/workspace/port/profile.ts'
import type { SeenMember } from '@/workspace/port/team.ts'
import { asTeammatesSee } from '@/workspace/rules/as-teammates-see.ts'

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
            <Seen member={asTeammatesSee(personId, profile, privacy ?? profile.privacy)} isOneself />
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
  const told = [jobRole && storedWord(jobRole, t), department, email].filter(Boolean)
  return (
    <li className="flex items-start gap-3 py-2.5 first:pt-0 last:pb-0">
      <Avatar name={name} src={avatarUrl} initials />
      <div className="min-w-0 wrap-anywhere text-sm">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span dir="auto">{name}</span>
          {isOneself && <Badge variant="secondary">{t('You')}</Badge>}
        </p>
        <p className="text-muted-foreground text-xs">
          {told.length > 0 ? told.join(' · ') : t('Shows nothing but the name.')}
        </p>
        {bio && <p className="text-muted-foreground text-xs">{bio}</p>}
      </div>
    </li>
  )
}
