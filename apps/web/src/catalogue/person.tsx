import { useTranslation } from 'react-i18next'
import { useTeam } from '@/shared/use-team.ts'
import { Avatar } from '@/ui/avatar.tsx'
import { Skeleton } from '@/ui/skeleton.tsx'

/** Whose a record is. */
export function Owner({ ownerId }: { ownerId: string | null }) {
  const { t } = useTranslation()
  if (ownerId === null) return <span className="text-muted-foreground">{t('No owner assigned')}</span>
  return <Person id={ownerId} />
}

/** Who changed a record last. */
export function LastPublisher({ personId }: { personId: string | null }) {
  const { t } = useTranslation()
  if (personId === null) return <span className="text-muted-foreground">{t('Unknown User')}</span>
  return <Person id={personId} />
}

function Person({ id }: { id: string }) {
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
