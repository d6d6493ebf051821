import type { WebhookDelivery } from '@cairn/workspace/port/webhooks'
import { CircleCheck, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'

/** Whether something was delivered: an icon and a word, with the status where there was an answer. */
export function DeliveryOutcome({ delivery: { failure } }: { delivery: Pick<WebhookDelivery, 'failure'> }) {
  const { t } = useTranslation()
  const isDelivered = failure === null
  const Icon = isDelivered ? CircleCheck : CircleX
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon
        aria-hidden
        className={cn(
          'size-4 shrink-0 forced-colors:text-[CanvasText]',
          isDelivered ? 'text-success-foreground' : 'text-destructive-foreground',
        )}
      />
      {isDelivered ? t('Delivered') : t('Failed')}
    </span>
  )
}
