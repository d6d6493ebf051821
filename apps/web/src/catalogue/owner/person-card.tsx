import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { MemberCard } from '@cairn/workspace/port/team'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { teamQueries } from '@/queries/team.ts'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { personName } from '@/shared/people/person-name.ts'
import { storedLabel } from '@/shared/stored-label.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { Avatar } from '@/ui/display/avatar.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { Ask } from './ask.tsx'

/** A member in short: role, department and address as far as they show them, and how many records they own. */
export function PersonCard({ id }: { id: string }) {
  const { t } = useTranslation()
  const isOn = useIsFeatureOn()
  const kinds = CATALOGUE_KINDS.filter((kind) => isOn(CATALOGUES[kind].feature))
  const { data, error } = useQuery(teamQueries.card(useWorkspace(), id, kinds))
  if (data) return <Card member={data} />
  if (error || data === null) return <p className="text-muted-foreground">{t('User profile not found')}</p>
  return (
    <div aria-busy className="flex h-24 flex-col gap-3">
      <Skeleton className="w-32" />
      <Skeleton className="w-44" />
    </div>
  )
}

function Card({ member }: { member: MemberCard }) {
  const { t } = useTranslation()
  const { avatarUrl, jobRole, department, permissionLevel, email, teams } = member
  const { personId } = useMe()
  const name = personName(member.name, t)
  const place = [jobRole, department].flatMap((word) => (word ? [storedLabel(word, t)] : [])).join(' · ')
  return (
    <div className="flex min-h-24 flex-col gap-3">
      <div className="flex items-center gap-3">
        <Avatar name={name} src={avatarUrl} initials size="lg" />
        <div className="min-w-0">
          <p dir="auto" className="wrap-anywhere font-medium">
            {name}
          </p>
          <p className="wrap-anywhere text-muted-foreground text-xs">
            {place || permissionLabel(permissionLevel, t)}
          </p>
        </div>
      </div>
      {email && <p className="wrap-anywhere text-muted-foreground">{email}</p>}
      {teams.length > 0 && (
        <div>
          <p className="text-muted-foreground text-xs">{t('Teams')}</p>
          <p dir="auto" className="wrap-anywhere mt-1">
            {teams.map((team) => team.name).join(', ')}
          </p>
        </div>
      )}
      <Owned member={member} />
      {member.id !== personId && <Ask id={member.id} />}
    </div>
  )
}

/** How many records of each kind a member owns, each leading to the list of them. */
function Owned({ member: { id, owned } }: { member: MemberCard }) {
  const { t, i18n } = useTranslation()
  const some = owned.filter(({ total }) => total > 0)
  return (
    <div>
      <p className="text-muted-foreground text-xs">{t('Owns')}</p>
      {some.length === 0 ? (
        <p className="mt-1">{t('Nothing yet.')}</p>
      ) : (
        <ul aria-label={t('Owns')} className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
          {some.map(({ kind, total }) => (
            <li key={kind}>
              <Link
                to={`${CATALOGUES[kind].path}?${new URLSearchParams({ owner: id })}`}
                className="text-link underline-offset-3 hover:underline"
              >
                {t(CATALOGUES[kind].title)}
              </Link>{' '}
              <span className="tabular-nums">{formatNumber(total, i18n.language)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
