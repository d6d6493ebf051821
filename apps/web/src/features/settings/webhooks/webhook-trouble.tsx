import type { Webhook } from '@cairn/workspace/port/webhooks'
import { CirclePause, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/text/dates.ts'
import { Button } from '@/ui/button/button.tsx'
import { useChangeWebhook } from './use-change-webhook.ts'
import { PAUSE_WORDS } from './webhook-words.ts'

interface WebhookTroubleProps {
  webhook: Webhook
}

/** Why nothing is delivered, and what to do about it. */
export function WebhookTrouble({ webhook }: WebhookTroubleProps) {
  const { t, i18n } = useTranslation()
  const { paused, failingSince } = webhook
  if (paused !== null) {
    const { reason, advice } = PAUSE_WORDS[paused]
    return (
      <Trouble icon={CirclePause} title={`${t('Paused')}. ${t(reason)}`} advice={t(advice)}>
        <Resume id={webhook.id} />
      </Trouble>
    )
  }
  if (failingSince === null) return null
  return (
    <Trouble
      icon={TriangleAlert}
      title={t('It has been failing since {{moment}}.', {
        moment: formatDateTime(failingSince, i18n.language),
      })}
      advice={t(
        'It is tried again, less and less often. After three days without success it is paused, and you are told.',
      )}
    />
  )
}

interface TroubleProps {
  icon: typeof CirclePause
  title: string
  advice: string
  children?: ReactNode
}

function Trouble({ icon: Icon, title, advice, children }: TroubleProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border bg-muted/50 px-3 py-2.5 text-sm">
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2.5">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-warning-foreground" />
        <p className="min-w-0 text-pretty text-muted-foreground">
          <strong className="font-medium text-foreground">{title}</strong> {advice}
        </p>
      </div>
      {children}
    </div>
  )
}

function Resume({ id }: { id: string }) {
  const { t } = useTranslation()
  const { change, isChanging } = useChangeWebhook({
    write: (part) => part.resume(id),
    failed: t('The webhook could not be changed'),
  })
  return (
    <Button variant="outline" pending={isChanging} onClick={() => change()}>
      {t('Resume')}
    </Button>
  )
}
