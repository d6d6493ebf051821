import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { deletionQueries } from '@/queries/deletions/deletion.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { DependentRecords } from '../deletion/dependent-records.tsx'

interface LinkedCardProps {
  kind: CatalogueKind
  recordId: string
}

/** The dependents of a record, shown before anybody thinks of deleting it. */
export function LinkedCard({ kind, recordId }: LinkedCardProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(
    deletionQueries.linked(useWorkspace(), kind, recordId),
  )
  return (
    <Card>
      <CardHeader title={t('What rests on it')} />
      <CardContent>
        {data && data.length > 0 && <DependentRecords groups={data} />}
        {data?.length === 0 && (
          <p className="text-muted-foreground text-sm">{t('Nothing is linked to it.')}</p>
        )}
        {!data && !error && <Skeleton className="w-40" />}
        {!data && error && (
          <LoadFailed error={error} isFetching={isFetching} onRetry={() => void refetch()} />
        )}
      </CardContent>
    </Card>
  )
}
