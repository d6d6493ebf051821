import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { formatAgo, formatDateTime } from '@/lib/text/dates.ts'

interface AgoProps {
  date: Date
  nowMs: number
  className?: string
}

/** How long ago something was, with date and time as its tooltip. */
export function Ago({ date, nowMs, className }: AgoProps) {
  const { t, i18n } = useTranslation()
  return (
    <time
      dateTime={date.toISOString()}
      title={formatDateTime(date, i18n.language)}
      className={cn('tabular-nums', className)}
    >
      {formatAgo(date, nowMs, i18n.language) ?? t('Just now')}
    </time>
  )
}
