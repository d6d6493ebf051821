import type { AuditDay } from '@cairn/workspace/port/audit'
import { useTranslation } from 'react-i18next'
import { dayLabel } from './day-label.ts'

/** The figures of the chart for a screen reader. */
export function DayTable({ days }: { days: readonly AuditDay[] }) {
  const { t, i18n } = useTranslation()
  return (
    <div className="sr-only">
      <table>
        <caption>{t('Events by day')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            <th scope="col">{t('Events')}</th>
            <th scope="col">{t('Failed sign-ins')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, events, failedSignIns }) => (
            <tr key={day}>
              <th scope="row">{dayLabel(day, i18n.language)}</th>
              <td>{events}</td>
              <td>{failedSignIns}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
