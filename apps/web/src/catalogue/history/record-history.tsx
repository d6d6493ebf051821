import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { historyQueries } from '@/queries/records/history.ts'
import { ExportButton } from '@/shared/export/export-button.tsx'
import { MoreRows } from '@/shared/loading/more-rows.tsx'
import { useTeam } from '@/shared/people/use-team.ts'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import type { RecordField } from '../fields/field.ts'
import { ChangeItem } from './change-item.tsx'
import { ExportHistory } from './export-history.tsx'
import { groupChanges } from './group-changes.ts'
import { useUnfolded } from './opened-history.ts'
import { useNamedRecords } from './use-named-records.ts'
import type { Restoring } from './use-restore.tsx'

interface RecordHistoryProps {
  recordId: string
  /** The names of systems that the record points to, by id. */
  systems?: ReadonlyMap<string, string>
  /** The fields that records of this kind have or had; null while they are loading. */
  fields: readonly RecordField[] | null
  restoring: Restoring
}

/** The changes of a record with their authors and times. Loaded only when the user opens it. */
export function RecordHistory(props: RecordHistoryProps) {
  const { t } = useTranslation()
  const contentId = useId()
  const [isOpen, setOpen] = useUnfolded(props.recordId)
  return (
    <Card>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setOpen(!isOpen)}
          className="flex w-full items-center justify-between gap-3 rounded-xl px-5 py-4 text-left font-semibold text-base"
        >
          {t('History')}
          <ChevronDown
            aria-hidden
            className={cn(
              'size-4 text-muted-foreground transition-transform duration-100 motion-reduce:transition-none',
              isOpen && 'rotate-180',
            )}
          />
        </button>
      </h2>
      <CardContent id={contentId} hidden={!isOpen} className="pt-0">
        {isOpen && <Changes {...props} />}
      </CardContent>
    </Card>
  )
}

const NO_SYSTEMS: ReadonlyMap<string, string> = new Map()

function Changes({ recordId, systems = NO_SYSTEMS, fields, restoring }: RecordHistoryProps) {
  const { t } = useTranslation()
  const nowMs = useNow()
  const { members, isLoading: isTeamLoading } = useTeam()
  const history = useInfiniteQuery(historyQueries.of(useWorkspace(), recordId))
  const { data, error } = history
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const records = useNamedRecords(fields ?? [], entries)
  if (isTeamLoading || fields === null || (!data && !error)) return <ChangesSkeleton />
  const changes = groupChanges(entries)
  const member = (id: string) => members.find((one) => one.id === id) ?? null
  return (
    <>
      {data && entries.length === 0 && (
        <p className="text-muted-foreground text-sm">{t('Nothing has been changed yet.')}</p>
      )}
      {entries.length > 0 && (
        <div className="flex justify-end">
          <ExportButton dialog={ExportHistory} of={{ recordId, fields }} />
        </div>
      )}
      {entries.length > 0 && (
        <ol ref={restoring.list} tabIndex={-1} aria-label={t('History')} className="divide-y">
          {changes.map((change, index) => (
            <ChangeItem
              key={change.id}
              change={change}
              nowMs={nowMs}
              member={member}
              systems={systems}
              fields={fields}
              records={records}
              version={restoring.version(changes, index)}
              valueBefore={restoring.value}
            />
          ))}
        </ol>
      )}
      {restoring.question}
      <MoreRows query={history} failed={t('The history could not be loaded.')} />
    </>
  )
}

function ChangesSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy className="flex flex-col gap-3">
      <span className="sr-only">{t('Loading history...')}</span>
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
    </div>
  )
}
