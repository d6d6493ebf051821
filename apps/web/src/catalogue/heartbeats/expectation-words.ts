import type { Expectation, Heartbeat } from '@cairn/workspace/port/records/heartbeats'
import { type ScheduleWords, wordsOf } from '@cairn/workspace/rules/schedules/cron-words'
import type { TFunction } from 'i18next'
import { formatDuration } from '@/lib/text/durations.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Describes the schedule of a heartbeat in words. */
export function expectationWords(
  { expectation, graceSeconds }: Pick<Heartbeat, 'expectation' | 'graceSeconds'>,
  language: string,
  t: TFunction,
): string {
  if (expectation.kind === 'nothing') return t('Nothing: it never counts as late.')
  const when = whenWords(expectation, language, t)
  const grace = formatDuration(graceSeconds, language)
  // An interval without working hours needs no time zone.
  if (expectation.kind === 'interval' && expectation.workingHours === null)
    return t('{{when}}, late after {{grace}}', { when, grace })
  const timeZone = expectation.timeZone.replaceAll('_', ' ')
  return t('{{when}} ({{timeZone}}), late after {{grace}}', { when, timeZone, grace })
}

function whenWords(
  expectation: Exclude<Expectation, { kind: 'nothing' }>,
  language: string,
  t: TFunction,
): string {
  if (expectation.kind === 'cron') {
    const words = wordsOf(expectation.cron)
    return words === null ? expectation.cron : scheduleWords(words, language, t)
  }
  const { seconds, workingHours } = expectation
  const every = formatDuration(seconds, language)
  if (workingHours === null) return t('Every {{every}}', { every })
  const { from, to, days } = workingHours
  return t('Every {{every}}, {{days}} from {{from}} to {{to}}', {
    ...{ every, from, to },
    days: weekdayWords(days, language),
  })
}

function scheduleWords(words: ScheduleWords, language: string, t: TFunction): string {
  switch (words.repeat) {
    case 'minutes':
      return t('Every {{every}}', { every: formatDuration(words.minutes * MINUTE, language) })
    case 'hours':
      return t('Every {{every}} at minute {{minute}}', {
        every: formatDuration(words.hours * HOUR, language),
        minute: words.minute,
      })
    case 'day':
      return t('Every day at {{time}}', { time: words.time })
    case 'weekday':
      return t('Every weekday at {{time}}', { time: words.time })
    case 'week':
      return t('{{days}} at {{time}}', { days: weekdayWords(words.weekdays, language), time: words.time })
    case 'month':
      return words.day === 'last'
        ? t('On the last day of each month at {{time}}', { time: words.time })
        : t('On day {{day}} of each month at {{time}}', { day: words.day, time: words.time })
  }
}

/** Days of the week, 1 for Monday: the first of January 2024 was one. */
function weekdayWords(days: readonly number[], language: string): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const names = days.map((day) => format.format(new Date(Date.UTC(2024, 0, day))))
  return new Intl.ListFormat(language, { type: 'unit' }).format(names)
}
