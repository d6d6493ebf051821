import type { WebhookDelivery } from '@cairn/workspace/port/webhooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { Ago } from '@/ui/display/ago.tsx'
import { EVENT_WORDS } from '../webhook-words.ts'
import { DeliveryOutcome } from './delivery-outcome.tsx'

interface DeliveryTableProps {
  deliveries: readonly WebhookDelivery[]
  nowMs: number
  onOpen: (id: string) => void
}

/** The log line by line: each leads to all that was said. */
export function DeliveryTable({ deliveries, nowMs, onOpen }: DeliveryTableProps) {
  const { t } = useTranslation()
  return (
    <table className="w-full text-left text-sm tabular-nums">
      <caption className="sr-only">{t('Log')}</caption>
      <thead className="text-muted-foreground text-xs">
        <tr>
          <Head>{t('Event')}</Head>
          <Head>{t('Outcome')}</Head>
          <Head className="max-md:hidden">{t('Status')}</Head>
          <Head className="text-right max-md:hidden">{t('Milliseconds')}</Head>
          <Head className="text-right">{t('When')}</Head>
        </tr>
      </thead>
      <tbody className="divide-y">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} nowMs={nowMs} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  )
}

function Head({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={cn('border-b py-1.5 pr-3 font-medium last:pr-0', className)}>
      {children}
    </th>
  )
}

interface DeliveryRowProps extends Omit<DeliveryTableProps, 'deliveries'> {
  delivery: WebhookDelivery
}

function DeliveryRow({ delivery, nowMs, onOpen }: DeliveryRowProps) {
  const { t, i18n } = useTranslation()
  const { id, event, record, attempt, at, milliseconds, status } = delivery
  return (
    <tr className="group/row relative align-top hover:bg-muted/40">
      <th scope="row" className="py-2 pr-3 font-normal">
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="rounded-sm text-left font-medium after:absolute after:inset-0 group-hover/row:underline"
        >
          {t(EVENT_WORDS[event])}
        </button>
        {(record !== null || attempt > 1) && (
          <span className="wrap-anywhere block text-muted-foreground text-xs">
            {record !== null && <bdi>{record.name}</bdi>}
            {record !== null && attempt > 1 && ' · '}
            {attempt > 1 && t('Attempt {{number}}', { number: formatNumber(attempt, i18n.language) })}
          </span>
        )}
      </th>
      <td className="py-2 pr-3">
        <DeliveryOutcome delivery={delivery} />
      </td>
      <td className="py-2 pr-3 max-md:hidden">{status ?? t('No answer')}</td>
      <td className="py-2 pr-3 text-right max-md:hidden">{formatNumber(milliseconds, i18n.language)}</td>
      <td className="py-2 text-right">
        <Ago date={at} nowMs={nowMs} />
      </td>
    </tr>
  )
}
