import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { formatDay } from '@/lib/text/dates.ts'
import { OUTCOME_LOOKS } from '../heartbeats/run-outcomes.ts'
import type { RunSpan } from './stream.ts'

/** Days on which a record ran: how often, and how often it failed. */
export function RunSpanItem({ span: { from, until, runs, failures } }: { span: RunSpan }) {
  const { t, i18n } = useTranslation()
  const { icon: Icon, className } = OUTCOME_LOOKS[failures > 0 ? 'failure' : 'success']
  const [first, last] = [from, until].map((day) => formatDay(day, i18n.language))
  const date = first === last ? first : t('{{from}} to {{until}}', { from: first, until: last })
  return (
    <li className="flex items-center gap-3 py-3 text-sm first:pt-0 last:pb-0">
      <span className="grid size-5 shrink-0 place-items-center">
        <Icon aria-hidden className={cn('size-4 forced-colors:text-[CanvasText]', className)} />
      </span>
      <span className="wrap-anywhere min-w-0">
        {t('{{date}}: {{count}} runs', { date, count: runs, defaultValue_one: '{{date}}: {{count}} run' })}
        {failures > 0 && ` · ${t('{{count}} failed', { count: failures })}`}
      </span>
    </li>
  )
}
