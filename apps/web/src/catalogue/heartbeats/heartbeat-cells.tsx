import type { HeartbeatKind } from '@cairn/workspace/port/records/heartbeats'
import { useQuery } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { heartbeatQueries } from '@/queries/heartbeats.ts'
import { Ago } from '@/ui/display/ago.tsx'
import { Moment } from '@/ui/display/moment.tsx'
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
  if (heartbeat === undefined) return <Moment date={own} />
  if (heartbeat === null) return <ByHand date={own} nowMs={nowMs} />
  const { state, lastAt } = heartbeat
  return (
    <span className="flex items-center gap-x-1.5">
      {state && <HeartbeatIcon state={state} />}
      {lastAt && <Ago date={lastAt} nowMs={nowMs} className="truncate" />}
    </span>
  )
}

/** The date that a member or an import has entered, which may be long out of date. */
export function ByHand({ date, nowMs }: { date: Date | null; nowMs: number }) {
  const { t } = useTranslation()
  if (date === null) return <Moment date={null} />
  return (
    <span className="flex items-center gap-x-2">
      <Ago date={date} nowMs={nowMs} />
      <span title={t('Entered by hand')}>
        <PenLine aria-hidden className="size-3.5 text-muted-foreground" />
        <span className="sr-only">{t('Entered by hand')}</span>
      </span>
    </span>
  )
}
