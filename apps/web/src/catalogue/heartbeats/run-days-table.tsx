import { useTranslation } from 'react-i18next'
import { formatDay } from '@/lib/text/dates.ts'
import { formatDuration } from '@/lib/text/durations.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import type { ChartDay } from './run-days.ts'

const HEAD = 'py-1 pr-3 font-medium'

/** The figures of the chart, the newest first; days without runs are left out. */
export function RunDaysTable({ days }: { days: readonly ChartDay[] }) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const duration = (seconds: number | null) => seconds !== null && formatDuration(seconds, language)
  return (
    <details className="mt-2 text-xs">
      <summary className="cursor-pointer text-muted-foreground max-md:py-2.5">
        {t('Runs by day, as a table')}
      </summary>
      <table className="mt-2 w-full text-left tabular-nums">
        <thead className="text-muted-foreground">
          <tr>
            <th scope="col" className={HEAD}>
              {t('Day')}
            </th>
            <th scope="col" className={HEAD}>
              {t('Runs')}
            </th>
            <th scope="col" className={HEAD}>
              {t('Failures')}
            </th>
            <th scope="col" className={HEAD}>
              {t('Average')}
            </th>
            <th scope="col" className={HEAD}>
              {t('Longest')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {days
            .filter(({ runs }) => runs > 0)
            .map(({ day, runs, failures, average, longest }) => (
              <tr key={day}>
                <th scope="row" className="py-1 pr-3 font-normal">
                  {formatDay(day, language)}
                </th>
                <td className="py-1 pr-3">{formatNumber(runs, language)}</td>
                <td className="py-1 pr-3">{formatNumber(failures, language)}</td>
                <td className="py-1 pr-3">{duration(average)}</td>
                <td className="py-1">{duration(longest)}</td>
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </details>
  )
}
