import type { WebhookDelivery, WebhookExchange } from '@cairn/workspace/port/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CopyBlock } from '@/catalogue/heartbeats/copy-block.tsx'
import { formatDateTime } from '@/lib/text/dates.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { webhookQueries } from '@/queries/webhooks.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { Fact } from '@/ui/display/fact.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { EVENT_WORDS, FAILURE_WORDS } from '../webhook-words.ts'
import { DeliveryOutcome } from './delivery-outcome.tsx'
import type { useSending } from './use-sending.ts'

interface DeliveryDialogProps {
  id: string
  /** Its line of the log, as far as that is loaded. */
  delivery: WebhookDelivery | undefined
  sending: ReturnType<typeof useSending>
  onClose: () => void
}

/** A whole delivery: its request and its response. */
export function DeliveryDialog({ id, delivery, sending, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation()
  const exchange = useQuery(webhookQueries.exchange(useWorkspace(), id))
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      wide
      title={delivery === undefined ? t('Delivery') : t(EVENT_WORDS[delivery.event])}
      footer={
        <>
          {delivery !== undefined && (
            <Button variant="outline" pending={sending.isSending} onClick={() => sending.sendAgain(delivery)}>
              <Send aria-hidden />
              {t('Send Again')}
            </Button>
          )}
          <Button onClick={onClose}>{t('Done')}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5" aria-busy={exchange.isPending}>
        {delivery !== undefined && <DeliveryFacts delivery={delivery} />}
        {exchange.data !== undefined ? (
          <Exchange exchange={exchange.data} />
        ) : exchange.error ? (
          <LoadFailed
            error={exchange.error}
            isFetching={exchange.isFetching}
            onRetry={() => void exchange.refetch()}
          />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </div>
    </EntityDialog>
  )
}

function DeliveryFacts({ delivery }: { delivery: WebhookDelivery }) {
  const { t, i18n } = useTranslation()
  const { record, attempt, at, milliseconds, failure, status, messageId } = delivery
  return (
    <dl className="wrap-anywhere grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <Fact label={t('Outcome')} wide>
        <DeliveryOutcome delivery={delivery} />
        {failure !== null && (
          <span className="block text-pretty text-muted-foreground">{t(FAILURE_WORDS[failure])}</span>
        )}
      </Fact>
      {record !== null && (
        <Fact label={t('Record')}>
          <bdi>{record.name}</bdi>
        </Fact>
      )}
      <Fact label={t('Status')}>{status ?? t('No answer')}</Fact>
      <Fact label={t('When')}>{formatDateTime(at, i18n.language)}</Fact>
      <Fact label={t('Milliseconds')}>{formatNumber(milliseconds, i18n.language)}</Fact>
      <Fact label={t('Attempt')}>{formatNumber(attempt, i18n.language)}</Fact>
      <Fact label={t('Message')}>
        <code className="font-mono text-xs">{messageId}</code>
      </Fact>
    </dl>
  )
}

function Exchange({ exchange }: { exchange: WebhookExchange }) {
  const { t } = useTranslation()
  const { requestHeaders, requestBody, answerBody } = exchange
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`)
  return (
    <>
      <Block title={t('Request headers')} text={headers.join('\n')} />
      <Block title={t('Request body')} text={indented(requestBody)} />
      <Block title={t('Answer')} text={answerBody} />
    </>
  )
}

/** The content of a message, always shown as text. */
function Block({ title, text }: { title: string; text: string | null }) {
  const { t } = useTranslation()
  return (
    <section className="flex min-w-0 flex-col gap-1.5">
      <h3 className="font-medium text-sm">{title}</h3>
      {text ? (
        <CopyBlock label={title} text={text} />
      ) : (
        <p className="text-muted-foreground text-sm">{text === null ? t('No answer') : t('Empty')}</p>
      )}
    </section>
  )
}

/** Indents JSON; returns anything else unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
