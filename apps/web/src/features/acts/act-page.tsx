import type { ActDetails } from '@cairn/workspace/port/records/acts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { SearchX, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { actTitle } from '@/catalogue/acts/act-title.ts'
import { actorName, leftText } from '@/catalogue/acts/act-words.ts'
import { useUndoAct } from '@/catalogue/acts/use-undo-act.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { actQueries } from '@/queries/records/acts.ts'
import { CardSkeleton } from '@/shared/loading/card-skeleton.tsx'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { OlderRows } from '@/shared/loading/older-rows.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { BackLink } from '@/ui/layout/back-link.tsx'
import { Card } from '@/ui/layout/card.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { ActLineRow } from './act-line-row.tsx'
import { useLineNames } from './use-line-names.ts'

/** The page of a bulk change: its author, its effect on each record, and whether it can be undone. */
export function ActPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { data: act, error, isFetching, refetch } = useQuery(actQueries.one(useWorkspace(), id))
  return (
    <>
      <BackLink to="/activity">{t('Activity')}</BackLink>
      {act && <Details act={act} />}
      {act === null && (
        <EmptyState
          icon={SearchX}
          title={t('There is no such bulk change')}
          description={t('Bulk changes are kept as long as the history of records.')}
        />
      )}
      {act === undefined && error && (
        <ErrorState
          title={t('The bulk change could not be loaded.')}
          message={failureReason(error, t)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {act === undefined && !error && <CardSkeleton />}
    </>
  )
}

function Details({ act }: { act: ActDetails }) {
  const { t } = useTranslation()
  const nowMs = useNow()
  return (
    <>
      <PageHeader title={actTitle(act, t)} actions={<UndoButton act={act} nowMs={nowMs} />} />
      <div className="mb-4 flex flex-col gap-1 text-muted-foreground text-sm">
        <p>
          {actorName(act.doneBy, t)} · <Ago date={act.doneAt} nowMs={nowMs} />
        </p>
        {act.undoes && (
          <p>
            <Link to={`/activity/${act.undoes.id}`} className="text-link underline-offset-3 hover:underline">
              {t('undid: {{act}}', { act: actTitle(act.undoes, t) })}
            </Link>
          </p>
        )}
        {act.undoneBy && (
          <p>
            <Link
              to={`/activity/${act.undoneBy.act}`}
              className="text-link underline-offset-3 hover:underline"
            >
              {t('undone by {{person}}', { person: actorName(act.undoneBy.by, t) })}
            </Link>
          </p>
        )}
        {!act.undoneBy && act.left.length > 0 && <p>{leftText(act.left, t)}</p>}
      </div>
      <Lines id={act.id} isUndone={act.undoneBy !== null} />
    </>
  )
}

function UndoButton({ act, nowMs }: { act: ActDetails; nowMs: number }) {
  const { t } = useTranslation()
  const refusal = useRefusal()(act.team ? 'manage-teams' : 'create-record', null)
  const undo = useUndoAct()
  const isOver = act.expiresAt.getTime() <= nowMs
  const nothing = nothingToUndo(act, t)
  const count = act.undoable
  return (
    <Button
      variant="outline"
      pending={undo.isPending}
      disabledReason={refusal ?? (isOver ? t('A bulk change can be undone for 30 days.') : nothing)}
      onClick={() => undo.mutate({ act: act.id })}
    >
      <Undo2 aria-hidden />
      {act.team
        ? t('Restore Team')
        : t('Undo for {{count}} records', { count, defaultValue_one: 'Undo for {{count}} record' })}
    </Button>
  )
}

/** Returns why an undo would change nothing; null where it would. */
function nothingToUndo({ team, undoneBy, undoable }: ActDetails, t: TFunction): string | null {
  if (team) return undoneBy && t('This team was restored already.')
  return undoable === 0 ? t('None of its records can be undone.') : null
}

function Lines({ id, isUndone }: { id: string; isUndone: boolean }) {
  const { t } = useTranslation()
  const lines = useInfiniteQuery(actQueries.lines(useWorkspace(), id))
  const items = lines.data?.pages.flat()
  const names = useLineNames(items ?? [])
  if (!items && lines.error)
    return (
      <ErrorState
        title={t('The records of the bulk change could not be loaded.')}
        message={failureReason(lines.error, t)}
        onRetry={() => void lines.refetch()}
        retrying={lines.isFetching}
      />
    )
  if (!items || !names) return <CardSkeleton />
  return (
    <>
      <Card>
        <ul aria-label={t('Records')} className="divide-y">
          {items.map((line) => (
            <ActLineRow
              key={`${line.recordId} ${line.part} ${JSON.stringify(line.after)}`}
              line={line}
              names={names}
              isUndone={isUndone}
            />
          ))}
        </ul>
      </Card>
      <OlderRows query={lines} />
    </>
  )
}
