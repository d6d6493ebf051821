import { Wrench } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/text/dates.ts'

/** Says in a narrow line that a record is in maintenance, and until when: an icon, whose words are its tooltip. */
export function MaintenanceIcon({ until }: { until: Date }) {
  const { t, i18n } = useTranslation()
  const words = t('Maintenance until {{moment}}', { moment: formatDateTime(until, i18n.language) })
  return (
    <span title={words} className="shrink-0">
      <Wrench aria-hidden className="size-3.5 text-muted-foreground" />
      <span className="sr-only">{words}</span>
    </span>
  )
}
