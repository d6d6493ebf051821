import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { ActivityList } from './activity-list.tsx'

const SKELETON_WIDTHS = ['w-2/5', 'w-1/2', 'w-1/3', 'w-3/5']

/** The latest activities; the card refetches them regularly. */
export function RecentActivity() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(dashboardQueries.activity(useWorkspace()))
  return (
    <Card aria-busy={isFetching && !data}>
      <CardHeader title={t('Recent Activity')} />
      {!data && !error && <ActivitySkeleton />}
      {!data && error && (
        <ActivityNotice title={t('Recent activity could not be loaded')} text={failureReason(error, t)}>
          <Button variant="outline" size="sm" pending={isFetching} onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </ActivityNotice>
      )}
      {data?.length === 0 && (
        <ActivityNotice
          title={t('No recent activity')}
          text={t(
            'Activity will appear here as you create and update systems, automations, agents, and solutions.',
          )}
        />
      )}
      {data && data.length > 0 && <ActivityList activities={data} />}
    </Card>
  )
}

function ActivitySkeleton() {
  const { t } = useTranslation()
  return (
    <div className="px-5 pt-1 pb-2">
      <span className="sr-only">{t('Loading recent activity...')}</span>
      {SKELETON_WIDTHS.map((width) => (
        <div key={width} data-skeleton-row className="flex items-center gap-3 py-2">
          <Skeleton className="size-8 rounded-md" />
          <span className="flex min-w-0 flex-1 flex-col gap-1.5">
            <Skeleton className={width} />
            <Skeleton className="h-3 w-24" />
          </span>
        </div>
      ))}
    </div>
  )
}

interface ActivityNoticeProps {
  title: string
  text: string
  children?: ReactNode
}

/** The notice in place of the list. */
function ActivityNotice({ title, text, children }: ActivityNoticeProps) {
  return (
    <div className="flex flex-col items-center px-6 pt-6 pb-10 text-center">
      <p className="font-medium text-sm">{title}</p>
      <p className="mt-1 mb-4 max-w-sm text-pretty text-muted-foreground text-sm">{text}</p>
      {children}
    </div>
  )
}
