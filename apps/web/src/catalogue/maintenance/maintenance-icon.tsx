import { useQuery } from '@tanstack/react-query'
import { Wrench } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/text/dates.ts'
import { alertQueries } from '@/queries/alerts.ts'
import { useWorkspace } from '@/queries/context.tsx'

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

/** The same for a record that is looked up; nothing while it is not in maintenance. */
export function MaintenanceSign({ recordId }: { recordId: string }) {
  const { data: until } = useQuery(alertQueries.inMaintenance(useWorkspace(), recordId))
  return until ? <MaintenanceIcon until={until} /> : null
}
