import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { historyQueries } from '@/queries/records/history.ts'
import { runQueries } from '@/queries/runs.ts'
import { ExportButton } from '@/shared/export/export-button.tsx'
import { MoreRows } from '@/shared/loading/more-rows.tsx'
import { useTeam } from '@/shared/people/use-team.ts'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import type { RecordField } from '../fields/field.ts'
import { ChangeItem } from '../history/change-item.tsx'
import { ExportHistory } from '../history/export-history.tsx'
import { groupChanges } from '../history/group-changes.ts'
import { useNamedRecords } from '../history/use-named-records.ts'
import type { Restoring } from '../history/use-restore.tsx'
import type { ActivityTopic } from '../shown-activity.tsx'
import { RunSpanItem } from './run-span-item.tsx'
import { streamOf } from './stream.ts'

/** The record of a list of activity, and the means to show it. */
export interface ListedActivity {
  recordId: string
  /** The names of systems that the record points to, by id. */
  systems?: ReadonlyMap<string, string>
  /** The fields that records of this kind have or had; null while they are loading. */
  fields: readonly RecordField[] | null
  restoring: Restoring
}

interface ActivityListProps extends ListedActivity {
  topic: Exclude<ActivityTopic, 'runs'>
  /** Null where the record reports no runs; undefined while that is not known. */
  heartbeatId: string | null | undefined
}

const NO_SYSTEMS: ReadonlyMap<string, string> = new Map()

/** The changes of a record with their authors and times, and between them the days on which it ran. */
export function ActivityList(props: ActivityListProps) {
  const { recordId, systems = NO_SYSTEMS, fields, restoring, topic, heartbeatId } = props
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const nowMs = useNow()
  const { members, isLoading: isTeamLoading } = useTeam()
  const history = useInfiniteQuery(historyQueries.of(workspace, recordId, topic === 'all' ? null : topic))
  const days = useDays(topic === 'all' ? heartbeatId : null)
  const { data, error, hasNextPage } = history
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const records = useNamedRecords(fields ?? [], entries)
  if (isTeamLoading || fields === null || days === null || (!data && !error)) return <ListSkeleton />
  const changes = groupChanges(entries)
  const loadedFrom = hasNextPage || !data ? (entries.at(-1)?.changedAt ?? null) : null
  const items = streamOf(changes, days, loadedFrom)
  const member = (id: string) => members.find((one) => one.id === id) ?? null
  // A version needs all changes since.
  const isWhole = topic === 'all' || topic === 'changes'
  return (
    <div>
      {data && items.length === 0 && (
        <p className="text-muted-foreground text-sm">
          {isWhole ? t('Nothing has been changed yet.') : t('Nothing yet.')}
        </p>
      )}
      {isWhole && entries.length > 0 && (
        <div className="flex justify-end">
          <ExportButton dialog={ExportHistory} of={{ recordId, fields }} />
        </div>
      )}
      {items.length > 0 && (
        <ol ref={restoring.list} tabIndex={-1} aria-label={t('Activity')} className="divide-y">
          {items.map((item) =>
            'span' in item ? (
              <RunSpanItem key={item.span.from} span={item.span} />
            ) : (
              <ChangeItem
                key={item.change.id}
                change={item.change}
                nowMs={nowMs}
                member={member}
                systems={systems}
                fields={fields}
                records={records}
                version={isWhole ? restoring.version(changes, item.index) : null}
                valueBefore={restoring.value}
              />
            ),
          )}
        </ol>
      )}
      {restoring.question}
      <MoreRows query={history} failed={t('The history could not be loaded.')} />
    </div>
  )
}

/** The days on which a heartbeat reported runs; null while they are loading. A failure leaves them out. */
function useDays(heartbeatId: string | null | undefined) {
  const { data, error } = useQuery({
    ...runQueries.days(useWorkspace(), heartbeatId ?? ''),
    enabled: typeof heartbeatId === 'string',
  })
  if (heartbeatId === null || error) return []
  return data ?? null
}

function ListSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy className="flex flex-col gap-3">
      <span className="sr-only">{t('Loading history...')}</span>
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
    </div>
  )
}
