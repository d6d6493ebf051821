import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { formatDuration } from '@/lib/text/durations.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { heartbeatQueries } from '@/queries/heartbeats.ts'
import { Moment } from '@/ui/display/moment.tsx'
import { ByHand, type LastReportProps } from './heartbeat-cells.tsx'

/** When a record last ran, and for how long, where it says so. */
export function LastRun({ kind, recordId, own }: LastReportProps) {
  const { t, i18n } = useTranslation()
  const nowMs = useNow()
  const { data: heartbeat } = useQuery(heartbeatQueries.of(useWorkspace(), kind, recordId))
  if (heartbeat === undefined) return <Moment date={own} />
  if (heartbeat === null) return <ByHand date={own} nowMs={nowMs} />
  const { lastAt, lastSeconds } = heartbeat
  return (
    <>
      <Moment date={lastAt} />
      {lastAt !== null && lastSeconds !== null && (
        <span className="text-muted-foreground">
          {' · '}
          {t('took {{duration}}', { duration: formatDuration(lastSeconds, i18n.language) })}
        </span>
      )}
    </>
  )
}
