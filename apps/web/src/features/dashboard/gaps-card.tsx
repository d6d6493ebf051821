import type { GapFigures } from '@cairn/workspace/port/records/gaps'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { CardFailure } from './card-failure.tsx'
import { CoverageLines } from './coverage-lines.tsx'
import { GapFigureList } from './gap-figure-list.tsx'

/** For which records there is nobody to ask: a figure for each gap and catalogue, which leads to them. */
export function GapsCard() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(dashboardQueries.gaps(useWorkspace()))
  return (
    <Card aria-busy={isFetching && !data}>
      <CardHeader title={t('Gaps')} />
      <CardContent className="pb-4">
        {data ? (
          <>
            {hasGaps(data) ? <GapFigureList figures={data} /> : <NoGaps />}
            <CoverageOverTime />
          </>
        ) : error ? (
          <CardFailure error={error} pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-5 w-64 max-w-full" />
        )}
      </CardContent>
    </Card>
  )
}

function hasGaps(figures: GapFigures): boolean {
  return Object.values(figures).some((figure) => Object.values(figure).some((count) => count > 0))
}

/** Says why there is none: no record, or nothing that is missing. Only the coverage tells which. */
function NoGaps() {
  const { t } = useTranslation()
  const { data, isPending } = useQuery(dashboardQueries.coverage(useWorkspace()))
  if (isPending) return <Skeleton className="h-5 w-64 max-w-full" />
  return (
    <p className="text-muted-foreground text-sm">
      {data?.now.records === 0
        ? t('There are no records yet.')
        : t('No gaps: every record has an owner and someone else who knows it.')}
    </p>
  )
}

/** Nothing where it cannot be told: the figures above stand by themselves. */
function CoverageOverTime() {
  const { data, isPending, dataUpdatedAt } = useQuery(dashboardQueries.coverage(useWorkspace()))
  if (isPending) return <Skeleton className="mt-4 h-20" />
  if (!data || data.now.records === 0) return null
  return <CoverageLines history={data} nowMs={dataUpdatedAt} />
}
