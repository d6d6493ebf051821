import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'

interface RecordCountProps {
  /** The element that shows it; null before it is there. */
  place: HTMLElement | null
  /** The number of records that match; null until it is known, and where nothing is filtered. */
  shown: number | null
  /** The number of all records; null until it is known. */
  total: number | null
}

/** The number of records of a list, beside its title: of those that match and of all, where it is filtered. */
export function RecordCount({ place, shown, total }: RecordCountProps) {
  const { t } = useTranslation()
  if (place === null || total === null) return null
  return createPortal(
    <p role="status" className="text-muted-foreground text-sm tabular-nums">
      {shown === null
        ? t('{{count}} records', { count: total, defaultValue_one: '{{count}} record' })
        : t('{{shown}} of {{total}}', { shown, total })}
    </p>,
    place,
  )
}
