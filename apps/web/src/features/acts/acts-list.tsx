import type { Act } from '@cairn/workspace/port/records/acts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { actTitle } from '@/catalogue/acts/act-title.ts'
import { actorName } from '@/catalogue/acts/act-words.ts'
import { useUndoAct } from '@/catalogue/acts/use-undo-act.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { actQueries } from '@/queries/records/acts.ts'
import { ExportButton } from '@/shared/export/export-button.tsx'
import { CardSkeleton } from '@/shared/loading/card-skeleton.tsx'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { OlderRows } from '@/shared/loading/older-rows.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Card } from '@/ui/layout/card.tsx'
import { ExportActs } from './export-acts.tsx'

/** For so long a bulk change can be undone. */
const UNDOABLE_MS = 30 * 24 * 60 * 60 * 1_000

/** The bulk changes that members made, the latest first, each with the way to undo it. */
export function ActsList() {
  const { t } = useTranslation()
  const acts = useInfiniteQuery(actQueries.list(useWorkspace()))
  const items = acts.data?.pages.flatMap((page) => page.items) ?? null
  return (
    <div className="flex flex-col gap-3">
      <div className="self-end print:hidden">
        <ExportButton dialog={ExportActs} of={{}} />
      </div>
      {items === null && acts.error ? (
        <ErrorState
          title={t('The bulk changes could not be loaded.')}
          message={failureReason(acts.error, t)}
          onRetry={() => void acts.refetch()}
          retrying={acts.isFetching}
        />
      ) : (
        <Rows items={items} />
      )}
      <OlderRows query={acts} />
    </div>
  )
}

function Rows({ items }: { items: readonly Act[] | null }) {
  const { t } = useTranslation()
  const nowMs = useNow()
  if (items === null) return <CardSkeleton />
  if (items.length === 0)
    return (
      <EmptyState
        icon={ListChecks}
        title={t('No bulk changes yet')}
        description={t(
          'When a member changes, deletes, restores or hands over several records at once, it is listed here and can be undone.',
        )}
      />
    )
  return (
    <Card>
      <ul aria-label={t('Bulk changes')} className="divide-y">
        {items.map((act) => (
          <ActRow key={act.id} act={act} nowMs={nowMs} />
        ))}
      </ul>
    </Card>
  )
}

function ActRow({ act, nowMs }: { act: Act; nowMs: number }) {
  const { t } = useTranslation()
  const { undoneBy } = act
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 hover:bg-muted">
      <div className="min-w-48 flex-1">
        <Link
          to={`/activity/${act.id}`}
          className="wrap-anywhere font-medium text-sm after:absolute after:inset-0"
        >
          {actTitle(act, t)}
        </Link>
        <p className="wrap-anywhere mt-0.5 text-muted-foreground text-xs">
          {actorName(act.doneBy, t)} · <Ago date={act.doneAt} nowMs={nowMs} />
          {act.undoes && <> · {t('undid: {{act}}', { act: actTitle(act.undoes, t) })}</>}
          {undoneBy && <> · {t('undone by {{person}}', { person: actorName(undoneBy.by, t) })}</>}
        </p>
      </div>
      {undoneBy === null && <UndoInRow act={act} nowMs={nowMs} />}
    </li>
  )
}

/** The way to undo a bulk change from its line; nothing where its time is over or the user may change no record. */
function UndoInRow({ act, nowMs }: { act: Act; nowMs: number }) {
  const { t } = useTranslation()
  const refusal = useRefusal()('create-record', null)
  const undo = useUndoAct()
  if (refusal !== null || nowMs - act.doneAt.getTime() > UNDOABLE_MS) return null
  return (
    <Button
      variant="outline"
      size="sm"
      pending={undo.isPending}
      aria-label={t('Undo: {{act}}', { act: actTitle(act, t) })}
      onClick={() => undo.mutate({ act: act.id })}
      className="relative print:hidden"
    >
      <Undo2 aria-hidden />
      {t('Undo')}
    </Button>
  )
}
