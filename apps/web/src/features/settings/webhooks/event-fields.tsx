import type { WebhookEvent } from '@cairn/workspace/port/webhooks'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { toggled } from '@/lib/toggled.ts'
import { Button } from '@/ui/button/button.tsx'
import { Checkbox } from '@/ui/form/checkbox.tsx'
import { EVENT_GROUPS, EVENT_WORDS } from './webhook-words.ts'

interface EventFieldsProps {
  value: readonly WebhookEvent[]
  onChange: (events: readonly WebhookEvent[]) => void
  problem: string | null
}

/** The events of a webhook, in groups, each of which can be chosen as a whole. */
export function EventFields({ value, onChange, problem }: EventFieldsProps) {
  const { t } = useTranslation()
  const problemId = useId()
  return (
    <fieldset aria-describedby={problem === null ? undefined : problemId}>
      <legend className="mb-2 font-medium text-sm">{t('Events')}</legend>
      <div className="grid gap-x-6 gap-y-4 rounded-lg border px-3 py-3 sm:grid-cols-2">
        {EVENT_GROUPS.map(({ title, events }) => (
          <EventGroup key={title} title={t(title)} events={events} value={value} onChange={onChange} />
        ))}
      </div>
      <p id={problemId} role="alert" className="mt-1.5 text-destructive-foreground text-xs empty:hidden">
        {problem}
      </p>
    </fieldset>
  )
}

interface EventGroupProps extends Pick<EventFieldsProps, 'value' | 'onChange'> {
  title: string
  events: readonly WebhookEvent[]
}

function EventGroup({ title, events, value, onChange }: EventGroupProps) {
  const { t } = useTranslation()
  const others = value.filter((event) => !events.includes(event))
  const hasAll = events.every((event) => value.includes(event))
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{title}</legend>
      <div className="mb-2 flex items-baseline justify-between gap-2">
        <span aria-hidden className="text-muted-foreground text-xs">
          {title}
        </span>
        <Button
          variant="link"
          size="sm"
          aria-label={
            hasAll ? t('None of: {{group}}', { group: title }) : t('All of: {{group}}', { group: title })
          }
          onClick={() => onChange(hasAll ? others : [...others, ...events])}
        >
          {hasAll ? t('None') : t('All')}
        </Button>
      </div>
      <div className="flex flex-col gap-2">
        {events.map((event) => (
          <Checkbox
            key={event}
            label={t(EVENT_WORDS[event])}
            checked={value.includes(event)}
            onChange={() => onChange(toggled(value, event))}
          />
        ))}
      </div>
    </fieldset>
  )
}
