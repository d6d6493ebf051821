import type { HeartbeatKind, NewAddress } from '@cairn/workspace/port/records/heartbeats'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { heartbeatQueries } from '@/queries/heartbeats.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { CreateAddress } from './create-address.tsx'
import { HeartbeatFacts } from './heartbeat-facts.tsx'
import { HeartbeatMenu } from './heartbeat-menu.tsx'
import { isWorking } from './working-heartbeat.ts'

export interface HeartbeatCardProps {
  kind: HeartbeatKind
  record: CatalogueRecord
}

/** The runs that a record reports; for a record that reports none, how to begin. */
export function HeartbeatCard({ kind, record }: HeartbeatCardProps) {
  const { t } = useTranslation()
  const query = useQuery(heartbeatQueries.of(useWorkspace(), kind, record.id))
  const mayChange = useRefusal()('change-record', record) === null
  // Kept here because the form that creates an address disappears as soon as there is one.
  const [made, setMade] = useState<NewAddress | null>(null)
  const { data: heartbeat, error } = query
  const working = heartbeat && isWorking(heartbeat) ? heartbeat : null
  return (
    <Card aria-busy={query.isPending}>
      <CardHeader
        title={t('Heartbeat')}
        action={
          working && mayChange && <HeartbeatMenu heartbeat={working} name={record.name} onRotated={setMade} />
        }
      />
      <CardContent>
        {working !== null ? (
          <HeartbeatFacts heartbeat={working} name={record.name} mayChange={mayChange} />
        ) : heartbeat !== undefined ? (
          <CreateAddress kind={kind} recordId={record.id} mayChange={mayChange} onMade={setMade} />
        ) : error ? (
          <LoadFailed error={error} isFetching={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="w-40" />
        )}
      </CardContent>
      {made && <AddressDialog token={made.token} kind={kind} record={record} onClose={() => setMade(null)} />}
    </Card>
  )
}
