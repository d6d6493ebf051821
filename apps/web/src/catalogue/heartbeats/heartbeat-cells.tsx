import type { HeartbeatKind } from '@cairn/workspace/port/records/heartbeats'
import { useQuery } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { heartbeatQueries } from '@/queries/heartbeats.ts'
import { Dated } from '@/ui/display/dated.tsx'
import { Moment } from '@/ui/display/moment.tsx'
import { MaintenanceIcon, MaintenanceSign } from '../maintenance/maintenance-icon.tsx'
import { HeartbeatIcon } from './heartbeat-state.tsx'

export interface LastReportProps {
  kind: HeartbeatKind
  recordId: string
  /** The date in the record itself, which counts for a record without a heartbeat. */
  own: Date | null
}

/** Shows when a record last reported a run, and its state. */
export function LastReportCell({ kind, recordId, own }: LastReportProps) {
  const { data: heartbeat, dataUpdatedAt } = useQuery(heartbeatQueries.of(useWorkspace(), kind, recordId))
  const nowMs = Math.max(useNow(), dataUpdatedAt)
  const date = heartbeat ? heartbeat.lastAt : own
  // The signs that come late follow the time that the list has at once, which stays where it is.
  return (
    <span className="flex items-center gap-x-1">
      {date ? <Dated date={date} nowMs={nowMs} /> : !heartbeat && <Moment date={null} />}
      {heartbeat?.state && <HeartbeatIcon state={heartbeat.state} />}
      {heartbeat?.maintenanceUntil && <MaintenanceIcon until={heartbeat.maintenanceUntil} />}
      {heartbeat === null && date && <ByHandSign />}
      {heartbeat === null && <MaintenanceSign recordId={recordId} />}
    </span>
  )
}

/** The date that a member or an import has entered, which may be long out of date. */
export function ByHand({ date, nowMs }: { date: Date | null; nowMs: number }) {
  if (date === null) return <Moment date={null} />
  return (
    <span className="flex items-center gap-x-1">
      <Dated date={date} nowMs={nowMs} />
      <ByHandSign />
    </span>
  )
}

function ByHandSign() {
  const { t } = useTranslation()
  return (
    <span title={t('Entered by hand')} className="shrink-0">
      <PenLine aria-hidden className="size-3.5 text-muted-foreground" />
      <span className="sr-only">{t('Entered by hand')}</span>
    </span>
  )
}
