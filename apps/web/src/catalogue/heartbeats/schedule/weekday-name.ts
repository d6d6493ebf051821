import { perLanguage } from '@/lib/text/per-language.ts'

const formats = {
  long: perLanguage((language) => new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })),
  short: perLanguage((language) => new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })),
}

/** The name of a day of the week, 1 for Monday to 7: the first of January 2024 was a Monday. */
export function weekdayName(weekday: number, length: 'long' | 'short', language: string): string {
  return formats[length](language).format(new Date(Date.UTC(2024, 0, weekday)))
}
