import { invitationOf } from '@cairn/workspace/port/records/invited-owner'
import { teamOf } from '@cairn/workspace/port/records/team-owner'
import { UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cn } from '@/lib/cn.ts'
import { memberPath } from '@/shared/people/member-path.ts'
import { useInvited, useOwnerName, useTeam } from '@/shared/people/use-team.ts'
import { Avatar } from '@/ui/display/avatar.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { HoverCard } from '@/ui/floating/hover-card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { NoOwner, type RecordKey } from './no-owner.tsx'
import { PersonCard } from './person-card.tsx'

interface OwnerProps {
  ownerId: string | null
  record: RecordKey
  look?: PersonLook
}

/**
 * The owner of a record. An ended invitation owns nothing; where it could not be loaded, the text says only that there
 * is an owner.
 */
export function Owner({ ownerId, record, look }: OwnerProps) {
  if (ownerId === null) return <NoOwner {...record} />
  if (teamOf(ownerId) !== null) return <TeamOwner id={ownerId} look={look} />
  return invitationOf(ownerId) === null ? (
    <Person id={ownerId} look={look} />
  ) : (
    <Invited id={ownerId} otherwise={<NoOwner {...record} />} />
  )
}

/** A team that owns a record, by name. */
function TeamOwner({ id, look = 'link' }: { id: string; look?: PersonLook | undefined }) {
  const name = useOwnerName()(id)
  const line = 'inline-flex min-w-0 max-w-full items-center gap-2'
  const shown = (
    <>
      <UsersRound aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span dir="auto" className="truncate">
        {name}
      </span>
    </>
  )
  if (look !== 'link') return <span className={line}>{shown}</span>
  return (
    <Link to="/team?show=teams" className={cn(line, 'rounded-sm underline-offset-3 hover:underline')}>
      {shown}
    </Link>
  )
}

function Invited({ id, otherwise }: { id: string; otherwise: ReactNode }) {
  const { t } = useTranslation()
  const { invited, isLoading, isKnown } = useInvited()
  if (isLoading) return <Skeleton className="w-24" />
  const person = invited.find((one) => one.id === id)
  if (!person && isKnown) return otherwise
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-x-2">
      {person && (
        <span className="inline-flex min-w-0 items-center gap-2">
          <Avatar name={person.name} src={null} size="sm" />
          <span className="truncate">{person.name}</span>
        </span>
      )}
      <Badge variant="warning" className="shrink-0">
        {t('Invited')}
      </Badge>
    </span>
  )
}

/** The person who changed a record last. */
export function LastPublisher({ personId, look }: { personId: string | null; look?: PersonLook }) {
  const { t } = useTranslation()
  if (personId === null) return <span className="text-muted-foreground">{t('Unknown User')}</span>
  return <Person id={personId} look={look} />
}

/** How a person stands somewhere: leading to their page, with their card on hover alone, or as a text. */
export type PersonLook = 'link' | 'hover' | 'text'

/** A member, by name and picture, with a card that says more. */
export function Person({ id, look = 'link' }: { id: string; look?: PersonLook | undefined }) {
  const { t } = useTranslation()
  const { members, isLoading } = useTeam()
  if (isLoading) return <Skeleton className="w-24" />
  const person = members.find((member) => member.id === id)
  const name = person?.name ?? t('Unknown User')
  const shown = (
    <>
      <Avatar name={name} src={person?.avatarUrl ?? null} size="sm" />
      <span className="truncate">{name}</span>
    </>
  )
  const line = 'inline-flex min-w-0 max-w-full items-center gap-2'
  if (!person || look === 'text') return <span className={line}>{shown}</span>
  return (
    <HoverCard content={<PersonCard id={id} />}>
      {look === 'hover' ? (
        <span className={line}>{shown}</span>
      ) : (
        <Link to={memberPath(id)} className={cn(line, 'rounded-sm underline-offset-3 hover:underline')}>
          {shown}
        </Link>
      )}
    </HoverCard>
  )
}
