import type { Heartbeat, HeartbeatKind } from '@cairn/workspace/port/records/heartbeats'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { heartbeatQueries } from '@/queries/heartbeats.ts'
import { Spinner } from '@/ui/loading/spinner.tsx'
import { runWords } from './run-outcomes.ts'

const LISTENS_MS = 2_000

interface FirstCallProps {
  kind: HeartbeatKind
  recordId: string
}

/** Waits until the ping URL is called, and shows the reported run. */
export function FirstCall({ kind, recordId }: FirstCallProps) {
  const { t, i18n } = useTranslation()
  const { data, dataUpdatedAt } = useQuery(heartbeatQueries.of(useWorkspace(), kind, recordId, LISTENS_MS))
  const [known] = useState(() => data && newest(data))
  const run = data?.strip.at(-1)
  const hasCome = data && run !== undefined && newest(data) !== known
  return (
    <p role="status" className="flex items-center gap-2 text-sm tabular-nums">
      {hasCome ? (
        <>
          <CircleCheck aria-hidden className="size-4 shrink-0 text-success forced-colors:text-[CanvasText]" />
          {t('It reported. {{run}}', { run: runWords(run, dataUpdatedAt, i18n.language, t) })}
        </>
      ) : (
        <>
          <Spinner className="shrink-0 text-muted-foreground" />
          {t('Waiting for the first call…')}
        </>
      )}
    </p>
  )
}

/** Identifies the last reported run: another number, outcome or moment is another call. */
function newest({ strip }: Heartbeat): string {
  const run = strip.at(-1)
  return run === undefined ? '' : `${run.number} ${run.outcome} ${run.at.getTime()}`
}
