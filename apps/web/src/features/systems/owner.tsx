import { useTranslation } from 'react-i18next'
import { Avatar } from '@/ui/avatar.tsx'
import { Skeleton } from '@/ui/skeleton.tsx'
import { useTeam } from './use-team.ts'

/** Whose the system is. */
export function Owner({ ownerId }: { ownerId: string | null }) {
  const { t } = useTranslation()
  const { members, isLoading } = useTeam()
  if (ownerId === null) return <span className="text-muted-foreground">{t('No owner assigned')}</span>
  if (isLoading) return <Skeleton className="w-24" />
  const owner = members.find(({ id }) => id === ownerId)
  const name = owner?.name ?? t('Unknown User')
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <Avatar name={name} src={owner?.avatarUrl ?? null} size="sm" />
      <span className="truncate">{name}</span>
    </span>
  )
}
