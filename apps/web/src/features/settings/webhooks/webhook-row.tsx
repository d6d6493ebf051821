import type { Webhook } from '@cairn/workspace/port/webhooks'
import { ChevronRight } from 'lucide-react'
import { type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { addressNow, withParameter } from '@/catalogue/use-address.ts'
import { Ago } from '@/ui/display/ago.tsx'
import { hostOf } from './webhook-draft.ts'
import { WebhookBadge } from './webhook-state.tsx'
import { FORMAT_WORDS } from './webhook-words.ts'

interface WebhookRowProps {
  webhook: Webhook
  nowMs: number
  linkRef?: Ref<HTMLAnchorElement> | undefined
}

/** A webhook in the list, which leads to its details. */
export function WebhookRow({ webhook, nowMs, linkRef }: WebhookRowProps) {
  const { t } = useTranslation()
  const factsId = useId()
  const { id, name, url, format, events, deliveredAt } = webhook
  return (
    <li className="group/row relative -mx-2 flex items-center gap-3 px-2 py-3 hover:bg-muted/40">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            ref={linkRef}
            to={`?${withParameter(addressNow(), 'webhook', id)}`}
            state={{ openedHere: true }}
            aria-describedby={factsId}
            dir="auto"
            className="wrap-anywhere min-w-0 rounded-sm font-medium text-sm after:absolute after:inset-0 group-hover/row:underline"
          >
            {name}
          </Link>
          <WebhookBadge webhook={webhook} />
        </p>
        <p
          id={factsId}
          className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-muted-foreground text-xs tabular-nums"
        >
          <span className="wrap-anywhere">{hostOf(url)}</span>
          <span>{t(FORMAT_WORDS[format].label)}</span>
          <span>{t('{{count}} events', { count: events.length, defaultValue_one: '{{count}} event' })}</span>
          <span>
            {deliveredAt === null ? (
              t('Nothing delivered yet')
            ) : (
              <>
                {t('Last delivered')}: <Ago date={deliveredAt} nowMs={nowMs} />
              </>
            )}
          </span>
        </p>
      </div>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
    </li>
  )
}
