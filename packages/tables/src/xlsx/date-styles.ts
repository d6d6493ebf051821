import type { Archive } from './archive.ts'
import { readPart } from './workbook.ts'

/** The formats of dates and times that every spreadsheet program knows by number. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/** Which styles of a workbook show a number as a date, by their place. */
export function readDateStyles(archive: Archive, path: string | null): readonly boolean[] {
  if (path === null || !archive.has(path)) return []
  const dateFormats = new Set<number>()
  const styles: boolean[] = []
  let isInCells = false
  readPart(archive, path, {
    open(name, attribute) {
      if (name === 'numFmt' && isDateFormat(attribute('formatCode') ?? ''))
        dateFormats.add(Number(attribute('numFmtId')))
      if (name === 'cellXfs') isInCells = true
      if (name !== 'xf' || !isInCells) return
      const format = Number(attribute('numFmtId') ?? 0)
      styles.push(
        dateFormats.has(format) || BUILT_IN_DATES.some(([first, last]) => format >= first && format <= last),
      )
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

/** Colors, conditions and quoted texts of a format say nothing; letters of days, months and years do. */
function isDateFormat(code: string): boolean {
  const bare = code
    .slice(0, 200)
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return /[dy]|m{2,}|h:?m|[hs]/i.test(bare) && !/general/i.test(bare)
}

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
