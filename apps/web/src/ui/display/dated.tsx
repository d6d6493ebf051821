import { useTranslation } from 'react-i18next'
import { formatAgo, formatDateTime } from '@/lib/text/dates.ts'
import { Tooltip } from '../floating/tooltip.tsx'

interface DatedProps {
  date: Date
  nowMs: number
}

/** How long ago something was, in a list. Date and time are its tooltip, on hover and on focus. */
export function Dated({ date, nowMs }: DatedProps) {
  const { t, i18n } = useTranslation()
  const words = formatAgo(date, nowMs, i18n.language) ?? t('Just now')
  return (
    <Tooltip content={formatDateTime(date, i18n.language)}>
      <time
        dateTime={date.toISOString()}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time is read with the keyboard too
        tabIndex={0}
        className="truncate rounded-sm tabular-nums -outline-offset-2"
      >
        {words}
      </time>
    </Tooltip>
  )
}
