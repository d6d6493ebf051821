import type { AuditEntry, Severity } from '@cairn/workspace/port/audit'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { formatDateTime } from '@/lib/text/dates.ts'
import { deviceLabel } from '@/shared/device-label.ts'
import { Badge, type BadgeVariant } from '@/ui/display/badge.tsx'
import { Fact } from '@/ui/display/fact.tsx'
import { JsonDetails } from '@/ui/display/json-details.tsx'
import { actionLabel } from './action-label.ts'
import { entrySubject, personLabel, severityLabel } from './entry-words.ts'

const VARIANTS: Record<Severity, BadgeVariant> = { low: 'neutral', medium: 'warning', high: 'danger' }

function SeverityBadge({ severity }: { severity: Severity }) {
  const { t } = useTranslation()
  return (
    <Badge variant={VARIANTS[severity]} dot>
      {severityLabel(severity, t)}
    </Badge>
  )
}

/** An entry of the log, which opens with everything that is known about it. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const subject = entrySubject(entry, t)
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-center gap-3 px-4 py-2 text-left hover:bg-muted/50 focus-visible:-outline-offset-2"
      >
        <ChevronRight
          aria-hidden
          className={cn('size-4 shrink-0 text-muted-foreground transition-transform', isOpen && 'rotate-90')}
        />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm first-letter:uppercase">
            <span className="font-medium">{actionLabel(entry.action, t)}</span>
            {subject && <span className="text-muted-foreground"> · {subject}</span>}
          </span>
          <span className="block truncate text-muted-foreground text-xs">
            {personLabel(entry.person, t)} ·{' '}
            <time dateTime={entry.at.toISOString()}>{formatDateTime(entry.at, i18n.language)}</time>
          </span>
        </span>
        <SeverityBadge severity={entry.severity} />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <EntryDetails entry={entry} />}
      </div>
    </li>
  )
}

function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation()
  const { person, resource, userAgent, address, source, at, details } = entry
  const exactly = at.toLocaleString(i18n.language, { dateStyle: 'full', timeStyle: 'medium' })
  const about = resource.name ?? [resource.type.replaceAll('_', ' '), resource.id].filter(Boolean).join(' ')
  return (
    <div className="flex flex-col gap-3 border-t bg-muted/30 px-4 py-3 md:pl-11">
      <dl className="wrap-anywhere grid gap-x-6 gap-y-3 md:grid-cols-2">
        <Fact label={t('Who')}>{personLabel(person, t)}</Fact>
        <Fact label={t('When')}>{exactly}</Fact>
        <Fact label={t('Network address')}>{address ?? t('Unknown')}</Fact>
        <Fact label={t('Device')}>
          {userAgent === null ? (
            t('Unknown')
          ) : (
            <>
              {deviceLabel(userAgent, t)}
              <span className="block text-muted-foreground text-xs">{userAgent}</span>
            </>
          )}
        </Fact>
        <Fact label={t('About')}>{about}</Fact>
        <Fact label={t('Source')}>
          {source === 'server' ? t('Seen by the server') : t('Reported by a browser')}
        </Fact>
      </dl>
      <JsonDetails label={t('Details')} details={details} />
    </div>
  )
}
