import type { Activity } from '@cairn/workspace/port/dashboard'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KINDS } from '@/catalogue/kinds.ts'
import { recordPath } from '@/catalogue/record-path.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { personName } from '@/shared/people/person-name.ts'
import { Button } from '@/ui/button/button.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { Card, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'

const SKELETON_WIDTHS = ['w-2/5', 'w-1/2', 'w-1/3', 'w-3/5']

/** What happened lately; it asks again by itself. */
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

function ActivityList({ activities }: { activities: readonly Activity[] }) {
  const { t } = useTranslation()
  const nowMs = Date.now()
  return (
    <ul aria-label={t('Recent Activity')} className="grid grid-cols-1 gap-x-4 px-2 pt-1 pb-2 lg:grid-cols-2">
      {activities.map((activity) => (
        <li key={`${activity.kind} ${activity.id}`}>
          <ActivityRow activity={activity} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  )
}

function ActivityRow({ activity, nowMs }: { activity: Activity; nowMs: number }) {
  const { t } = useTranslation()
  const { kind, resource, action, userName, occurredAt } = activity
  const Icon = KINDS[kind].icon
  const user = personName(userName, t)
  return (
    <Link
      to={recordPath(activity)}
      className="flex items-center gap-3 rounded-md px-3 py-2 transition-colors duration-100 hover:bg-muted"
    >
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm">{resource}</span>
        <span className="block truncate text-muted-foreground text-xs">
          {action === 'created' ? t('Created by {{user}}', { user }) : t('Updated by {{user}}', { user })}
        </span>
      </span>
      <Ago date={occurredAt} nowMs={nowMs} className="shrink-0 text-muted-foreground text-xs" />
    </Link>
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

/** Stands in the place of the list. */
function ActivityNotice({ title, text, children }: ActivityNoticeProps) {
  return (
    <div className="flex flex-col items-center px-6 pt-6 pb-10 text-center">
      <p className="font-medium text-sm">{title}</p>
      <p className="mt-1 mb-4 max-w-sm text-pretty text-muted-foreground text-sm">{text}</p>
      {children}
    </div>
  )
}
