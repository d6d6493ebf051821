import type { Act } from '@cairn/workspace/port/records/acts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { actTitle } from '@/catalogue/acts/act-title.ts'
import { actorName } from '@/catalogue/acts/act-words.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { actQueries } from '@/queries/records/acts.ts'
import { ExportButton } from '@/shared/export/export-button.tsx'
import { CardSkeleton } from '@/shared/loading/card-skeleton.tsx'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { OlderRows } from '@/shared/loading/older-rows.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Card } from '@/ui/layout/card.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { ExportActs } from './export-acts.tsx'

/** The bulk changes that members made, the latest first. */
export function ActsPage() {
  const { t } = useTranslation()
  const acts = useInfiniteQuery(actQueries.list(useWorkspace()))
  const items = acts.data?.pages.flatMap((page) => page.items) ?? null
  return (
    <>
      <PageHeader
        title={t('Acts')}
        subtitle={t('What members did to many records at once.')}
        actions={<ExportButton dialog={ExportActs} of={{}} />}
      />
      {items === null && acts.error ? (
        <ErrorState
          title={t('The acts could not be loaded.')}
          message={failureReason(acts.error, t)}
          onRetry={() => void acts.refetch()}
          retrying={acts.isFetching}
        />
      ) : (
        <Rows items={items} />
      )}
      <OlderRows query={acts} />
    </>
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
        title={t('No acts yet')}
        description={t(
          'When a member changes, deletes, restores or hands over several records at once, it is listed here and can be undone.',
        )}
      />
    )
  return (
    <Card>
      <ul aria-label={t('Acts')} className="divide-y">
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
    <li className="relative px-4 py-3 hover:bg-muted">
      <Link to={`/acts/${act.id}`} className="wrap-anywhere font-medium text-sm after:absolute after:inset-0">
        {actTitle(act, t)}
      </Link>
      <p className="wrap-anywhere mt-0.5 text-muted-foreground text-xs">
        {actorName(act.doneBy, t)} · <Ago date={act.doneAt} nowMs={nowMs} />
        {act.undoes && <> · {t('took back: {{act}}', { act: actTitle(act.undoes, t) })}</>}
        {undoneBy && <> · {t('taken back by {{person}}', { person: actorName(undoneBy.by, t) })}</>}
      </p>
    </li>
  )
}
