import type { Attention } from '@cairn/workspace/port/dashboard'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { AttentionGroups } from './attention-groups.tsx'
import { CardFailure } from './card-failure.tsx'

/** The records that need the user: their own ones, and those with something to do. */
export function AttentionCard() {
  const { t } = useTranslation()
  const isMember = useMe().kind === 'member'
  const { data, error, isFetching, refetch } = useQuery(dashboardQueries.attention(useWorkspace()))
  if (!isMember) return null
  return (
    <Card aria-busy={isFetching && !data}>
      <CardHeader title={t('Needs your attention')} />
      <CardContent className="pb-4">
        {data ? (
          <Loaded attention={data} />
        ) : error ? (
          <CardFailure error={error} pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-5 w-64 max-w-full" />
        )}
      </CardContent>
    </Card>
  )
}

function Loaded({ attention }: { attention: Attention }) {
  const { t } = useTranslation()
  // A record that is just being deleted is no longer among the items.
  const isEmpty = Object.values(attention.reasons).every(({ items }) => items.length === 0)
  if (isEmpty && attention.newcomers === 0)
    return <p className="text-muted-foreground text-sm">{t('Nothing at the moment.')}</p>
  return <AttentionGroups attention={attention} />
}
