import type { Webhook } from '@cairn/workspace/port/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Send, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressNow, withParameter } from '@/catalogue/use-address.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { webhookQueries } from '@/queries/webhooks.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { Button } from '@/ui/button/button.tsx'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { BackLink } from '@/ui/layout/back-link.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { DeliveryLog } from './log/delivery-log.tsx'
import { useSending } from './log/use-sending.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookFacts } from './webhook-facts.tsx'
import { focusIfLost } from './webhook-list.tsx'
import { WebhookMenu } from './webhook-menu.tsx'
import { WebhookBadge } from './webhook-state.tsx'
import { WebhookTrouble } from './webhook-trouble.tsx'

interface WebhookDetailsProps {
  id: string
  onSecret: (name: string, secret: string) => void
  /** It was deleted. */
  onGone: () => void
}

/** The details of a webhook: its state, its events, and its deliveries. */
export function WebhookDetails(props: WebhookDetailsProps) {
  const { t } = useTranslation()
  const query = useQuery(webhookQueries.list(useWorkspace()))
  const nowMs = Math.max(useNow(), query.dataUpdatedAt)
  const webhook = query.data?.find(({ id }) => id === props.id)
  const list = withParameter(withParameter(addressNow(), 'webhook', ''), 'outcome', '')
  return (
    <div>
      <BackLink to={`?${withParameter(list, 'delivery', '')}`}>{t('All webhooks')}</BackLink>
      {webhook !== undefined ? (
        <Details {...props} webhook={webhook} nowMs={nowMs} />
      ) : query.error ? (
        <LoadFailed
          title={t('The webhooks could not be loaded')}
          error={query.error}
          isFetching={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : query.isPending ? (
        <Card aria-busy className="flex flex-col gap-3 p-5">
          <Skeleton className="w-40" />
          <Skeleton className="w-2/3" />
        </Card>
      ) : (
        <EmptyState icon={WebhookIcon} title={t('This webhook no longer exists.')} />
      )}
    </div>
  )
}

interface DetailsProps extends Omit<WebhookDetailsProps, 'id'> {
  webhook: Webhook
  nowMs: number
}

function Details({ webhook, nowMs, onSecret, onGone }: DetailsProps) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const sending = useSending(webhook.id)
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <CardHeader
          title={
            <span className="flex flex-wrap items-center gap-2">
              <span ref={focusIfLost} tabIndex={-1} dir="auto" className="wrap-anywhere min-w-0 rounded-sm">
                {webhook.name}
              </span>
              <WebhookBadge webhook={webhook} />
            </span>
          }
          action={
            <>
              <Button variant="outline" pending={sending.isSending} onClick={sending.sendTest}>
                <Send aria-hidden />
                {t('Send a Test')}
              </Button>
              <Button variant="outline" onClick={() => setEditing(true)}>
                <Pencil aria-hidden />
                {t('Edit')}
              </Button>
              <WebhookMenu
                webhook={webhook}
                onRotated={(secret) => onSecret(webhook.name, secret)}
                onDeleted={onGone}
              />
            </>
          }
        />
        <CardContent className="flex flex-col gap-5">
          <WebhookFacts webhook={webhook} nowMs={nowMs} />
          {/* It comes while the user looks, and moves no more than it must. */}
          <WebhookTrouble webhook={webhook} />
        </CardContent>
      </Card>
      <DeliveryLog webhookId={webhook.id} sending={sending} />
      {isEditing && <WebhookDialog webhook={webhook} onClose={() => setEditing(false)} />}
    </div>
  )
}
