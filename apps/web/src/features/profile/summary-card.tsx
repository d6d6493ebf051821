import { useTranslation } from 'react-i18next'
import { permissionLabel } from '@/shared/permission-label.ts'
import { storedWord } from '@/shared/stored-word.ts'
import { Avatar } from '@/ui/avatar.tsx'
import { Card, CardContent, CardHeader } from '@/ui/card.tsx'
import { Fact } from '@/ui/fact.tsx'
import { Skeleton } from '@/ui/skeleton.tsx'
import type { PermissionLevel } from '@/workspace/port.ts'
import type { KnownProfile } from './use-own-profile.ts'

interface SummaryCardProps {
  profile: KnownProfile | null
  level: PermissionLevel
}

/** Name, address, job and permission of the user. */
export function SummaryCard({ profile, level }: SummaryCardProps) {
  const { t } = useTranslation()
  const told = (value: string | null | undefined) =>
    profile ? value || t('Not specified') : <Skeleton className="my-1 w-32" />
  return (
    <Card>
      <CardHeader title={t('Profile')} description={t('Your account details')} />
      <CardContent>
        <div className="flex items-center gap-3">
          <Avatar name={profile?.name ?? ''} src={profile?.avatarUrl || null} size="lg" />
          <div className="min-w-0">
            <div className="truncate font-medium text-base">{told(profile?.name)}</div>
            <div className="truncate text-muted-foreground text-sm">{told(profile?.email)}</div>
          </div>
        </div>
        <dl className="mt-4 flex flex-col gap-3">
          <Fact label={t('Job Role')}>{told(profile && storedWord(profile.jobRole, t))}</Fact>
          <Fact label={t('Department')}>{told(profile?.department)}</Fact>
          <Fact label={t('Permission')}>{permissionLabel(level, t)}</Fact>
        </dl>
      </CardContent>
    </Card>
  )
}
