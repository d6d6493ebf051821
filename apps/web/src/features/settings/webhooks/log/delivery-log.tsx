import { WEBHOOK_LOG_DAYS, type WebhookDelivery } from '@cairn/workspace/port/webhooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChoice } from '@/catalogue/use-address.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { webhookQueries } from '@/queries/webhooks.ts'
import { MoreRows } from '@/shared/loading/more-rows.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { FilterSelect } from '@/ui/picker/filter-select.tsx'
import { useOpened } from '../use-opened.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import type { useSending } from './use-sending.ts'

const OUTCOMES = ['delivered', 'failed'] as const
type Outcome = (typeof OUTCOMES)[number]

interface DeliveryLogProps {
  webhookId: string
  sending: ReturnType<typeof useSending>
}

/** The deliveries to a webhook, the latest first. */
export function DeliveryLog({ webhookId, sending }: DeliveryLogProps) {
  const { t } = useTranslation()
  const log = useInfiniteQuery(webhookQueries.deliveries(useWorkspace(), webhookId))
  const nowMs = Math.max(useNow(), log.dataUpdatedAt)
  const [outcome, setOutcome] = useChoice('outcome', OUTCOMES)
  const { opened, open, close } = useOpened('delivery')
  const all = log.data?.pages.flatMap(({ items }) => items)
  const shown = all?.filter((delivery) => outcome === null || outcomeOf(delivery) === outcome)
  return (
    <Card aria-busy={log.isPending}>
      <CardHeader
        title={t('Log')}
        description={t('What was sent in the last {{days}} days, the latest first.', {
          days: WEBHOOK_LOG_DAYS,
        })}
        action={
          <FilterSelect label={t('Outcome')} value={outcome} onChange={setOutcome} all={t('All outcomes')}>
            <option value="delivered">{t('Delivered')}</option>
            <option value="failed">{t('Failed')}</option>
          </FilterSelect>
        }
      />
      <CardContent>
        {log.isPending && <Skeleton className="w-2/3" />}
        {shown !== undefined && shown.length > 0 && (
          <DeliveryTable deliveries={shown} nowMs={nowMs} onOpen={open} />
        )}
        {shown?.length === 0 && (
          <p role="status" className="text-pretty text-muted-foreground text-sm">
            {all?.length === 0
              ? t('Nothing has been sent yet. Send a test to see whether it arrives.')
              : t('No matches.')}
          </p>
        )}
        <MoreRows query={log} failed={t('The log could not be loaded')} />
      </CardContent>
      {opened !== null && (
        <DeliveryDialog
          id={opened}
          delivery={all?.find(({ id }) => id === opened)}
          sending={sending}
          onClose={close}
        />
      )}
    </Card>
  )
}

function outcomeOf({ failure }: WebhookDelivery): Outcome {
  return failure === null ? 'delivered' : 'failed'
}
