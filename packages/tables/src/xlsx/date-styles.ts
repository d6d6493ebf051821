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
