import type { Heartbeat } from '@cairn/workspace/port/heartbeats'
import type { TFunction } from 'i18next'
import { formatDuration } from '@/lib/text/durations.ts'

/** What is expected of a heartbeat, in words. */
export function expectationWords(
  { expectation, graceSeconds }: Pick<Heartbeat, 'expectation' | 'graceSeconds'>,
  language: string,
  t: TFunction,
): string {
  if (expectation.kind === 'nothing') return t('Nothing: it never counts as late.')
  const grace = formatDuration(graceSeconds, language)
  if (expectation.kind === 'cron') {
    const { cron, timeZone } = expectation
    return t('{{cron}} in {{timeZone}}, late after {{grace}}', { cron, timeZone, grace })
  }
  const { seconds, workingHours, timeZone } = expectation
  const every = formatDuration(seconds, language)
  if (workingHours === null) return t('Every {{every}}, late after {{grace}}', { every, grace })
  const { from, to, days } = workingHours
  return t('Every {{every}} on {{days}} from {{from}} to {{to}} in {{timeZone}}, late after {{grace}}', {
    ...{ every, from, to, timeZone, grace },
    days: daysInWords(days, language),
  })
}

/** The first Monday of 2024 was a first of January. */
function daysInWords(days: readonly number[], language: string): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const names = days.map((day) => format.format(new Date(Date.UTC(2024, 0, day))))
  return new Intl.ListFormat(language, { type: 'unit' }).format(names)
}
