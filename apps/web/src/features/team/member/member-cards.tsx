import type { MemberProfile } from '@cairn/workspace/port/team'
import type { TeamName } from '@cairn/workspace/port/teams'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Ask } from '@/catalogue/owner/ask.tsx'
import { formatDate } from '@/lib/text/dates.ts'
import { useMe } from '@/queries/context.tsx'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { storedLabel } from '@/shared/stored-label.ts'
import { Avatar } from '@/ui/display/avatar.tsx'
import { Fact } from '@/ui/display/fact.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'

/** The personal details of a member, as far as the member shares them. */
export function SummaryCard({ member }: { member: MemberProfile }) {
  const { t, i18n } = useTranslation()
  const { personId } = useMe()
  const { id, name, avatarUrl, email, bio, jobRole, department, permissionLevel, joinedAt } = member
  const hidden = <span className="text-muted-foreground">{t('Not shown')}</span>
  return (
    <Card>
      <CardHeader title={t('Profile')} />
      <CardContent>
        <div className="flex items-center gap-3">
          <Avatar name={name} src={avatarUrl} initials size="lg" />
          <div className="min-w-0">
            <p dir="auto" className="wrap-anywhere font-medium text-base">
              {name}
            </p>
            <p className="wrap-anywhere text-muted-foreground text-sm">{email ?? t('Email not shown')}</p>
          </div>
        </div>
        {id !== personId && (
          <p className="mt-3 text-sm">
            <Ask id={id} />
          </p>
        )}
        {bio !== null && (
          <p dir="auto" className="mt-3 whitespace-pre-line wrap-anywhere text-pretty text-sm">
            {bio}
          </p>
        )}
        <dl className="mt-4 flex flex-col gap-3">
          <Fact label={t('Job Role')}>{jobRole === null ? hidden : storedLabel(jobRole, t)}</Fact>
          <Fact label={t('Department')}>{department === null ? hidden : storedLabel(department, t)}</Fact>
          <Fact label={t('Permission')}>{permissionLabel(permissionLevel, t)}</Fact>
          {joinedAt && <Fact label={t('Member since')}>{formatDate(joinedAt, i18n.language)}</Fact>}
        </dl>
      </CardContent>
    </Card>
  )
}

/** The knowledge areas of a member; each links to all members who share it. */
export function KnowledgeCard({ member }: { member: MemberProfile }) {
  const { t } = useTranslation()
  const { knowledgeAreas } = member
  return (
    <Card>
      <CardHeader title={t('Knowledge Areas')} />
      <CardContent>
        {knowledgeAreas.length === 0 ? (
          <p className="text-muted-foreground text-sm">{t('No knowledge areas specified')}</p>
        ) : (
          <ul aria-label={t('Knowledge Areas')} className="flex flex-wrap gap-1.5">
            {knowledgeAreas.map((area) => (
              <li key={area} className="max-w-full">
                <Link
                  to={`/team?${new URLSearchParams({ area })}`}
                  title={t('Everyone who knows {{area}}', { area })}
                  className="inline-flex h-6 max-w-full items-center rounded-full border border-input px-2.5 font-medium text-xs hover:bg-muted max-md:h-9 max-md:px-3.5 max-md:text-sm"
                >
                  <span className="truncate">{area}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  )
}

/** The teams of a member. */
export function TeamsOfMember({ teams }: { teams: readonly TeamName[] }) {
  const { t } = useTranslation()
  return (
    <Card>
      <CardHeader title={t('Teams')} />
      <CardContent className="text-sm">
        {teams.length === 0 ? (
          <p className="text-muted-foreground">{t('In no team.')}</p>
        ) : (
          <ul aria-label={t('Teams')} className="flex flex-col gap-1">
            {teams.map(({ id, name }) => (
              <li key={id} dir="auto" className="wrap-anywhere">
                <Link to="/team?show=teams" className="text-link underline-offset-3 hover:underline">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  )
}

/** The number of records that a member created and that still exist. */
export function ContributionsCard({ member }: { member: MemberProfile }) {
  const { t } = useTranslation()
  return (
    <Card>
      <CardHeader title={t('Contributions')} />
      <CardContent className="text-sm">
        {t('Total contributions: {{count}}', { count: member.contributionCount })}
      </CardContent>
    </Card>
  )
}
