import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { Webhook } from '@cairn/workspace/port/webhooks'
import { CircleCheck, CirclePause, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge, type BadgeVariant } from '@/ui/display/badge.tsx'

export const WEBHOOK_STATES = ['active', 'failing', 'paused'] as const
type WebhookState = (typeof WEBHOOK_STATES)[number]

export const STATE_WORDS: Readonly<Record<WebhookState, Phrase>> = {
  active: phrase('Active'),
  failing: phrase('Failing'),
  paused: phrase('Paused'),
}

/** Returns the state of a webhook. */
export function webhookState({
  paused,
  failingSince,
}: Pick<Webhook, 'paused' | 'failingSince'>): WebhookState {
  if (paused !== null) return 'paused'
  return failingSince === null ? 'active' : 'failing'
}

interface StateLook {
  icon: LucideIcon
  variant: BadgeVariant
}

/** Returns the look of a state. A webhook that was not paused by hand needs attention. */
function lookOf(webhook: Webhook): StateLook {
  switch (webhookState(webhook)) {
    case 'active':
      return { icon: CircleCheck, variant: 'success' }
    case 'failing':
      return { icon: TriangleAlert, variant: 'warning' }
    case 'paused':
      return webhook.paused === 'by_hand'
        ? { icon: CirclePause, variant: 'neutral' }
        : { icon: CircleX, variant: 'danger' }
  }
}

/** The state of a webhook: an icon and a word. */
export function WebhookBadge({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const { icon: Icon, variant } = lookOf(webhook)
  return (
    <Badge variant={variant}>
      <Icon aria-hidden />
      {t(STATE_WORDS[webhookState(webhook)])}
    </Badge>
  )
}
