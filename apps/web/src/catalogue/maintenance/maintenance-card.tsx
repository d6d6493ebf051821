import type { MaintenanceWindow } from '@cairn/workspace/port/alerts'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { UseQueryResult } from '@tanstack/react-query'
import { Plus, Wrench, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/text/dates.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { AddMaintenanceDialog } from './add-maintenance-dialog.tsx'
import { useChangeMaintenance } from './use-maintenance.ts'

interface MaintenanceCardProps {
  record: CatalogueRecord
  query: UseQueryResult<readonly MaintenanceWindow[]>
}

/** Lists when a record is worked on, now and later, with the way to plan more. */
export function MaintenanceCard({ record, query }: MaintenanceCardProps) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const reason = useRefusal()('plan-maintenance', null)
  const card = useKeptFocus<HTMLDivElement>()
  const { data, error, isFetching, refetch } = query
  return (
    <Card {...card}>
      <CardHeader
        title={t('Maintenance windows')}
        action={
          <Button variant="outline" size="sm" disabledReason={reason} onClick={() => setAdding(true)}>
            <Plus />
            {t('Plan Maintenance')}
          </Button>
        }
      />
      <CardContent>
        {data ? (
          <Windows windows={data} />
        ) : error ? (
          <LoadFailed error={error} isFetching={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="w-40" />
        )}
      </CardContent>
      {isAdding && <AddMaintenanceDialog record={record} onClose={() => setAdding(false)} />}
    </Card>
  )
}

function Windows({ windows }: { windows: readonly MaintenanceWindow[] }) {
  const { t } = useTranslation()
  if (windows.length === 0)
    return <p className="text-muted-foreground text-sm">{t('No maintenance is planned.')}</p>
  return (
    <ul aria-label={t('Maintenance windows')} className="divide-y text-sm">
      {windows.map((window) => (
        <Window key={window.id} window={window} />
      ))}
    </ul>
  )
}

function Window({ window: { id, startsAt, endsAt, note } }: { window: MaintenanceWindow }) {
  const { t, i18n } = useTranslation()
  const reason = useRefusal()('plan-maintenance', null)
  const { change: remove, isChanging } = useChangeMaintenance({
    write: (part, window: string) => part.removeMaintenance(window),
    failed: t('The maintenance could not be removed'),
  })
  const [from, until] = [startsAt, endsAt].map((moment) => formatDateTime(moment, i18n.language))
  const isNow = startsAt.getTime() <= Date.now()
  return (
    <li className="flex items-start justify-between gap-3 py-1.5">
      <span className="wrap-anywhere min-w-0 py-1">
        {isNow ? (
          <span className="inline-flex items-center gap-1.5 font-medium">
            <Wrench aria-hidden className="size-3.5 shrink-0" />
            {t('Maintenance until {{moment}}', { moment: until })}
          </span>
        ) : (
          t('{{from}} to {{until}}', { from, until })
        )}
        {note && <span className="block text-muted-foreground text-xs">{note}</span>}
      </span>
      <IconButton
        icon={X}
        label={t('Remove maintenance until {{moment}}', { moment: until })}
        disabledReason={reason}
        disabled={isChanging}
        className="size-7 shrink-0"
        onClick={() => remove(id)}
      />
    </li>
  )
}
