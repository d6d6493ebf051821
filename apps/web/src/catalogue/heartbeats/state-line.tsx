import type { HeartbeatKind } from '@cairn/workspace/port/records/heartbeats'
import { useQuery } from '@tanstack/react-query'
import { Wrench } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/text/dates.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { heartbeatQueries } from '@/queries/heartbeats.ts'
import { Badge } from '@/ui/display/badge.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { HeartbeatBadge } from './heartbeat-state.tsx'
import { isWorking, type WorkingHeartbeat } from './working-heartbeat.ts'

interface StateLineProps {
  kind: HeartbeatKind
  recordId: string
}

/** How a record runs by what it reports, and since when; nothing where it reports nothing. */
export function StateLine({ kind, recordId }: StateLineProps) {
  const { t, i18n } = useTranslation()
  const { data: heartbeat, isPending } = useQuery(heartbeatQueries.of(useWorkspace(), kind, recordId))
  if (isPending) return <Skeleton className="w-20" />
  if (!heartbeat || !isWorking(heartbeat)) return null
  const since = sinceOf(heartbeat)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <HeartbeatBadge state={heartbeat.state} />
      {heartbeat.maintenanceUntil && (
        <Badge variant="neutral">
          <Wrench aria-hidden />
          {t('Maintenance')}
        </Badge>
      )}
      {since && (
        <span className="text-muted-foreground">
          {t('since {{moment}}', { moment: formatDateTime(since, i18n.language) })}
        </span>
      )}
    </span>
  )
}

/** Returns since when it is so, where that says something. */
function sinceOf({ state, pausedAt, runningSince, troubleSince }: WorkingHeartbeat): Date | null {
  if (state === 'paused') return pausedAt
  if (state === 'running') return runningSince
  return state === 'late' || state === 'failing' ? troubleSince : null
}
