import type { WebhookDelivery, WebhooksPart } from '@cairn/workspace/port/webhooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { webhookQueries } from '@/queries/webhooks.ts'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'
import { useChangeWebhook } from '../use-change-webhook.ts'
import { FAILURE_WORDS } from '../webhook-words.ts'

/** The interval between two looks for the new delivery in the log, and their duration. */
const LOOK_MS = 1_000
const PATIENCE_MS = 30_000

/** A delivery that was sent by hand, until the log has it. */
interface Sending {
  send: (part: WebhooksPart) => Promise<void>
  isIt: (delivery: WebhookDelivery) => boolean
  /** The lines that the log had before. */
  seen: readonly string[]
}

/** Sends a test, or a delivery again, and reports the result as soon as the log has it. */
export function useSending(webhookId: string) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<(Sending & { until: number }) | null>(null)
  const log = useInfiniteQuery({
    ...webhookQueries.deliveries(useWorkspace(), webhookId),
    ...(sent !== null && { refetchInterval: LOOK_MS }),
  })
  const newest = log.data?.pages[0]?.items ?? NONE
  const { change, isChanging } = useChangeWebhook({
    write: async (part, sending: Sending) => {
      await sending.send(part)
      return sending
    },
    failed: t('Nothing could be sent'),
    onDone: (sending) => setSent({ ...sending, until: Date.now() + PATIENCE_MS }),
  })
  useEffect(() => {
    if (sent === null) return
    const delivery = newest.find((one) => sent.isIt(one) && !sent.seen.includes(one.id))
    if (delivery === undefined && log.dataUpdatedAt < sent.until) return
    setSent(null)
    toast(delivery === undefined ? lateToast(t) : outcomeToast(delivery, t))
  }, [sent, newest, log.dataUpdatedAt, t])
  const start = (send: Sending['send'], isIt: Sending['isIt']) =>
    change({ send, isIt, seen: newest.map(({ id }) => id) })
  return {
    isSending: isChanging || sent !== null,
    sendTest: () =>
      start(
        (part) => part.sendTest(webhookId),
        ({ event }) => event === 'test',
      ),
    sendAgain: (delivery: Pick<WebhookDelivery, 'id' | 'messageId'>) =>
      start(
        (part) => part.sendAgain(delivery.id),
        ({ messageId }) => messageId === delivery.messageId,
      ),
  }
}

const NONE: readonly WebhookDelivery[] = []

function outcomeToast({ failure, status }: WebhookDelivery, t: TFunction): ToastInput {
  if (failure === null) return { title: t('Delivered') }
  return {
    title: t('Not delivered'),
    description: [t(FAILURE_WORDS[failure]), status !== null && t('Status {{status}}.', { status })]
      .filter(Boolean)
      .join(' '),
    variant: 'destructive',
  }
}

function lateToast(t: TFunction): ToastInput {
  return { title: t('It has not been sent yet'), description: t('The log shows it once it is.') }
}
