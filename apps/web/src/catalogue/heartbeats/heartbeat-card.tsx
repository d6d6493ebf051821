import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { ErrorBoundary } from '@/shared/boundary/error-boundary.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import type { HeartbeatCardProps } from './card-content.tsx'

const card = lazyComponent<typeof import('./card-content.tsx'), HeartbeatCardProps>(
  () => import('./card-content.tsx'),
  ({ CardOfHeartbeat }) => CardOfHeartbeat,
)

/** The card of a record's reported runs, in its details. */
export function HeartbeatCard(props: HeartbeatCardProps) {
  return (
    <ErrorBoundary fallback={null} screen={props.record.id}>
      <Suspense fallback={<RoomForCard />}>
        <card.Component {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

function RoomForCard() {
  const { t } = useTranslation()
  return (
    <Card aria-busy>
      <CardHeader title={t('Heartbeat')} />
      <CardContent>
        <Skeleton className="w-40" />
      </CardContent>
    </Card>
  )
}
