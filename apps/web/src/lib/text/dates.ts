import { perLanguage } from './per-language.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

const dateFormat = perLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }))
const dateTimeFormat = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
)
const relativeFormat = perLanguage((language) => new Intl.RelativeTimeFormat(language))

/** A date as the language writes it: 'Feb 3, 2026' in English. */
export function formatDate(date: Date, language: string): string {
  return dateFormat(language).format(date)
}

/** Date and time: 'Feb 3, 2026, 9:05 AM' in English. */
export function formatDateTime(date: Date, language: string): string {
  return dateTimeFormat(language).format(date)
}

const daysFormat = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))

/** So many days from today, or before it, as the language says it: 'in 12 days', 'tomorrow', 'yesterday'. */
export function formatDays(days: number, language: string): string {
  return daysFormat(language).format(days, 'day')
}

const dayFormat = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
)

/** A day without a time, such as '2026-02-03', as the language writes it; a text that is no day stays as it is. */
export function formatDay(day: string, language: string): string {
  return isDay(day) ? dayFormat(language).format(new Date(`${day}T00:00:00Z`)) : day
}

/** Whether a text is a day of the calendar, such as '2026-02-03'. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/**
 * How long ago something was: in minutes, hours and days up to a week, then the date. Null for less than a minute ago
 * (and for clocks that are ahead), which the caller words.
 */
export function formatAgo(date: Date, nowMs: number, language: string): string | null {
  const ageMs = nowMs - date.getTime()
  if (ageMs < MINUTE_MS) return null
  const ago = (unitMs: number, unit: Intl.RelativeTimeFormatUnit) =>
    relativeFormat(language).format(-Math.floor(ageMs / unitMs), unit)
  if (ageMs < HOUR_MS) return ago(MINUTE_MS, 'minute')
  if (ageMs < DAY_MS) return ago(HOUR_MS, 'hour')
  if (ageMs < WEEK_MS) return ago(DAY_MS, 'day')
  return formatDate(date, language)
}
