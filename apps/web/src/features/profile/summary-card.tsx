import type { PermissionLevel } from '@cairn/workspace/port/workspace'
import { useTranslation } from 'react-i18next'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { storedLabel } from '@/shared/stored-label.ts'
import { Avatar } from '@/ui/display/avatar.tsx'
import { Fact } from '@/ui/display/fact.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import type { KnownProfile } from './use-own-profile.ts'

interface SummaryCardProps {
  profile: KnownProfile | null
  level: PermissionLevel
}

/** Name, address, job and permission of the user. */
export function SummaryCard({ profile, level }: SummaryCardProps) {
  const { t } = useTranslation()
  const orMissing = (value: string | null | undefined) =>
    profile ? value || t('Not specified') : <Skeleton className="my-1 w-32" />
  return (
    <Card>
      <CardHeader title={t('Profile')} description={t('Your account details')} />
      <CardContent>
        <div className="flex items-center gap-3">
          <Avatar name={profile?.name ?? ''} src={profile?.avatarUrl || null} size="lg" />
          <div className="min-w-0">
            <div className="truncate font-medium text-base">{orMissing(profile?.name)}</div>
            <div className="truncate text-muted-foreground text-sm">{orMissing(profile?.email)}</div>
          </div>
        </div>
        <dl className="mt-4 flex flex-col gap-3">
          <Fact label={t('Job Role')}>{orMissing(profile && storedLabel(profile.jobRole, t))}</Fact>
          <Fact label={t('Department')}>{orMissing(profile?.department)}</Fact>
          <Fact label={t('Permission')}>{permissionLabel(level, t)}</Fact>
        </dl>
      </CardContent>
    </Card>
  )
}
