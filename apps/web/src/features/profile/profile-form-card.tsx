import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { ProfileForm } from './profile-form.tsx'
import type { KnownProfile } from './use-own-profile.ts'

interface ProfileFormCardProps {
  profile: KnownProfile | null
  query: UseQueryResult<unknown>
}

/** The user's own details. Where they could not be read, the card says so, and saving changes only what is entered. */
export function ProfileFormCard({ profile, query }: ProfileFormCardProps) {
  const { t } = useTranslation()
  return (
    <Card aria-busy={profile === null}>
      <CardHeader title={t('Your Profile')} description={t('Update your personal information')} />
      <CardContent>
        {profile?.privacy === null && (
          <div role="alert" className="mb-4 flex flex-wrap items-center gap-3 rounded-md border px-3 py-2">
            <p className="min-w-0 flex-1 text-sm">
              {t('Your profile could not be loaded. You can still change and save it.')}
            </p>
            <Button
              variant="outline"
              size="sm"
              pending={query.isFetching}
              onClick={() => void query.refetch()}
            >
              {t('Try again')}
            </Button>
          </div>
        )}
        {profile ? <ProfileForm profile={profile} /> : <FormSkeleton />}
      </CardContent>
    </Card>
  )
}

function FormSkeleton() {
  return (
    <div className="grid h-84 content-start gap-8 pt-2 md:grid-cols-2">
      {['name', 'role', 'department', 'picture'].map((field) => (
        <Skeleton key={field} className="h-8" />
      ))}
      <Skeleton className="h-24 md:col-span-2" />
    </div>
  )
}
