const DAY_MS = 24 * 60 * 60 * 1_000
/** Day 0, as if 1900 had had a 29th of February: so every spreadsheet program counts. */
const FIRST_DAY_MS = Date.UTC(1899, 11, 30)
const FIRST_DAY_OF_1904_MS = Date.UTC(1904, 0, 1)
/** The 31st of December 9999. */
const LAST_DAY = 2_958_466

/** The date that a number of days is; null beyond the calendar of spreadsheets. */
export function dateOfSerial(days: number, from1904: boolean): Date | null {
  if (!(days >= 0 && days < LAST_DAY)) return null
  const corrected = !from1904 && days < 60 ? days + 1 : days
  return new Date(Math.round((from1904 ? FIRST_DAY_OF_1904_MS : FIRST_DAY_MS) + corrected * DAY_MS))
}

/** The number of days by which a workbook keeps a date. */
export function serialOfDate(date: Date): number {
  const days = (date.getTime() - FIRST_DAY_MS) / DAY_MS
  return days < 61 ? days - 1 : days
}
