import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAgo, formatDateTime } from '@/lib/dates.ts'

/** How long ago something was; 'Never' for what has not been yet. */
export function Moment({ date }: { date: Date | null }) {
  const { t, i18n } = useTranslation()
  const [nowMs] = useState(() => Date.now())
  if (date === null) return <span className="text-muted-foreground">{t('Never')}</span>
  return (
    <time dateTime={date.toISOString()} title={formatDateTime(date, i18n.language)} className="tabular-nums">
      {formatAgo(date, nowMs, i18n.language) ?? t('Just now')}
    </time>
  )
}
