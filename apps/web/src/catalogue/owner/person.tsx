import { invitationOf } from '@cairn/workspace/port/records/invited-owner'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useInvited, useTeam } from '@/shared/people/use-team.ts'
import { Avatar } from '@/ui/display/avatar.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { NoOwner, type RecordKey } from './no-owner.tsx'

/**
 * The owner of a record. An ended invitation owns nothing; where it could not be loaded, the text says only that there
 * is an owner.
 */
export function Owner({ ownerId, record }: { ownerId: string | null; record: RecordKey }) {
  if (ownerId === null) return <NoOwner {...record} />
  return invitationOf(ownerId) === null ? (
    <Person id={ownerId} />
  ) : (
    <Invited id={ownerId} otherwise={<NoOwner {...record} />} />
  )
}

function Invited({ id, otherwise }: { id: string; otherwise: ReactNode }) {
  const { t } = useTranslation()
  const { invited, isLoading, isKnown } = useInvited()
  if (isLoading) return <Skeleton className="w-24" />
  const person = invited.find((one) => one.id === id)
  if (!person && isKnown) return otherwise
  return (
    <span className="inline-flex max-w-full items-center gap-x-2">
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
export function LastPublisher({ personId }: { personId: string | null }) {
  const { t } = useTranslation()
  if (personId === null) return <span className="text-muted-foreground">{t('Unknown User')}</span>
  return <Person id={personId} />
}

/** A member, by name and picture. */
export function Person({ id }: { id: string }) {
  const { t } = useTranslation()
  const { members, isLoading } = useTeam()
  if (isLoading) return <Skeleton className="w-24" />
  const person = members.find((member) => member.id === id)
  const name = person?.name ?? t('Unknown User')
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <Avatar name={name} src={person?.avatarUrl ?? null} size="sm" />
      <span className="truncate">{name}</span>
    </span>
  )
}
