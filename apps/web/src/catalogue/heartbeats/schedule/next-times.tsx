import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { nextRuns } from './next-runs.ts'
import { ownTimeZone } from './own-time-zone.ts'

const SHOWN = 5

interface NextTimesProps {
  cron: string
  timeZone: string
}

/** When a schedule comes next, with the clocks of its time zone and of the browser's. */
export function NextTimes({ cron, timeZone }: NextTimesProps) {
  const { t, i18n } = useTranslation()
  const nowMs = useNow()
  const runs = nextRuns(cron, timeZone, new Date(nowMs), SHOWN)
  const zones = [...new Set([timeZone, ownTimeZone()])]
  const formats = zones.map((zone) => timeFormat(i18n.language, zone))
  if (runs.length === 0)
    return <p className="text-muted-foreground text-sm">{t('It does not come within the next years.')}</p>
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-sm tabular-nums">
        <caption className="mb-1.5 text-left font-medium text-sm">{t('Next times')}</caption>
        <thead className="text-muted-foreground text-xs">
          <tr>
            {zones.map((zone) => (
              <th key={zone} scope="col" className="py-0.5 pr-4 font-normal">
                {zone.replaceAll('_', ' ')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.getTime()}>
              {formats.map((format, at) => (
                <td key={zones[at]} className="py-0.5 pr-4">
                  <time dateTime={run.toISOString()}>{format.format(run)}</time>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** With the weekday, which tells most about a schedule. */
function timeFormat(language: string, timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })
}
