import { cronFields } from '@cairn/workspace/rules/schedules/cron-problem'
import { Cron } from 'croner'

/**
 * The next runs of a cron line after a moment, as the database finds them: as Debian's cron, day and weekday must both
 * match where one of them begins with a star, and jobs without a star in minute and hour go by fixed times. None where
 * the line or the time zone is wrong.
 */
export function nextRuns(cron: string, timeZone: string, after: Date, count: number): readonly Date[] {
  const fields = cronFields(cron).map((field) => field.replaceAll('?', '*'))
  const [, , day = '', , weekday = ''] = fields
  try {
    return new Cron(fields.join(' '), {
      timezone: timeZone,
      mode: '5-part',
      domAndDow: day.startsWith('*') || weekday.startsWith('*'),
      fixedTimeRule: 'no-wildcard',
    }).nextRuns(count, after)
  } catch {
    return []
  }
}
