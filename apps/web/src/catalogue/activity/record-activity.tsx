import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { HEARTBEAT_KINDS } from '@cairn/workspace/port/records/heartbeats'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { heartbeatQueries } from '@/queries/heartbeats.ts'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { isWorking } from '../heartbeats/working-heartbeat.ts'
import { type ActivityTopic, useShownActivity } from '../shown-activity.tsx'
import { ActivityList, type ListedActivity } from './activity-list.tsx'
import { ReportedRuns } from './reported-runs.tsx'
import { TopicChips } from './topic-chips.tsx'

interface RecordActivityProps extends ListedActivity {
  kind: CatalogueKind
}

/** Shows the changes and runs of a record in one stream, the latest first. Loaded only when the user opens it. */
export function RecordActivity(props: RecordActivityProps) {
  const { t } = useTranslation()
  const contentId = useId()
  const shown = useShownActivity()
  if (shown === null) return null
  const { isOpen, setOpen, card } = shown
  return (
    <Card ref={card}>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setOpen(!isOpen)}
          className="flex w-full items-center justify-between gap-3 rounded-xl px-5 py-4 text-left font-semibold text-base"
        >
          {t('Activity')}
          <ChevronDown
            aria-hidden
            className={cn(
              'size-4 text-muted-foreground transition-transform duration-100 motion-reduce:transition-none',
              isOpen && 'rotate-180',
            )}
          />
        </button>
      </h2>
      <CardContent id={contentId} hidden={!isOpen} className="flex flex-col gap-4 pt-0">
        {isOpen && <Stream {...props} topic={shown.topic} onChoose={shown.choose} />}
      </CardContent>
    </Card>
  )
}

interface StreamProps extends RecordActivityProps {
  topic: ActivityTopic
  onChoose: (topic: ActivityTopic) => void
}

function Stream({ kind, topic, onChoose, ...listed }: StreamProps) {
  const heartbeat = useHeartbeatId(kind, listed.recordId)
  const topics: readonly ActivityTopic[] = [
    ...(['all', 'changes'] as const),
    ...(heartbeat ? (['runs'] as const) : []),
    ...(['handovers', 'maintenance'] as const),
  ]
  return (
    <>
      <TopicChips topics={topics} chosen={topic} onChoose={onChoose} />
      {topic === 'runs' ? (
        heartbeat && <ReportedRuns heartbeatId={heartbeat} />
      ) : (
        <ActivityList key={topic} {...listed} topic={topic} heartbeatId={heartbeat} />
      )}
    </>
  )
}

/** The heartbeat of a record that reports its runs: null without one, undefined while it is not known. */
function useHeartbeatId(kind: CatalogueKind, recordId: string): string | null | undefined {
  const running = HEARTBEAT_KINDS.find((known) => known === kind)
  const { data, error } = useQuery({
    ...heartbeatQueries.of(useWorkspace(), running ?? 'automation', recordId),
    enabled: running !== undefined,
  })
  if (running === undefined || error) return null
  if (data === undefined) return undefined
  return data !== null && isWorking(data) ? data.id : null
}
