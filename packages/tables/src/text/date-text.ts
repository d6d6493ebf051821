import { folded } from '@cairn/workspace/lib/forgiving'
import type { DateOrder } from '../model/table.ts'
import { MONTHS } from './months.ts'

/** The day of a text as `2026-12-31`, `impossible` for one that no calendar has, null where the text is no date. */
export type DateReading = { day: string } | 'impossible' | null

/** Years of two digits: 70 is 1970, 69 is 2069, as in spreadsheets. */
const FIRST_OF_LAST_CENTURY = 70
/** No date is written longer, time and weekday included. */
const LONGEST = 60

const TIME = String.raw`(?:[T\s,]+\d{1,2}[:.h]\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?|Uhr)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?`
const NUMERIC = new RegExp(String.raw`^(\d{1,4})\s?([-./])\s?(\d{1,2})\s?\2\s?(\d{1,4})${TIME}$`, 'i')
const COMPACT = /^((?:19|20)\d{2})(0[1-9]|1[0-2])([0-2]\d|3[01])$/
const DAY_MONTH_YEAR = new RegExp(
  String.raw`^(\d{1,2})(?:\.|er|st|nd|rd|th)?[\s/.-](?:de\s)?([\p{L}]+)\.?,?[\s/.-](?:de[l]?\s)?(\d{2,4})${TIME}$`,
  'iu',
)
const MONTH_DAY_YEAR = new RegExp(
  String.raw`^([\p{L}]+)\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})${TIME}$`,
  'iu',
)
const WEEKDAY = /^\p{L}{2,10}\.?,\s+/u

/** Reads a date with the parts in an order; dates that begin with a year, or name their month, need none. */
export function dateOf(text: string, order: DateOrder): DateReading {
  const trimmed = text.trim().replace(WEEKDAY, '')
  if (trimmed.length > LONGEST || !/\d/.test(trimmed)) return null
  const compact = COMPACT.exec(trimmed)
  if (compact) return dayFrom(compact[1], compact[2], compact[3])
  const parts = numericParts(trimmed)
  if (parts) return fromParts(parts, order)
  return named(trimmed)
}

/**
 * In which order dates among some texts have their parts. It is the order in which most of them exist; one with points
 * has the day first. Null where every date can be read either way, or there is none.
 */
export function dateOrderOf(texts: Iterable<string>): DateOrder | null {
  const possible: Record<DateOrder, number> = { day: 0, month: 0, year: 0 }
  for (const text of texts) {
    const parts = text.length > LONGEST ? null : numericParts(text.trim())
    if (!parts) continue
    if (parts.first.length === 4) possible.year += 1
    else if (parts.mark === '.') possible.day += 2
    else {
      if (exists(fromParts(parts, 'day'))) possible.day += 1
      if (exists(fromParts(parts, 'month'))) possible.month += 1
    }
  }
  const { day, month, year } = possible
  if (day > month) return 'day'
  if (month > day) return 'month'
  return year > 0 && day === 0 ? 'year' : null
}

interface Parts {
  first: string
  mark: string
  second: string
  third: string
}

function numericParts(text: string): Parts | null {
  const [, first, mark, second, third] = NUMERIC.exec(text) ?? []
  if (first === undefined || mark === undefined || second === undefined || third === undefined) return null
  return { first, mark, second, third }
}

function fromParts({ first, second, third }: Parts, order: DateOrder): DateReading {
  if (first.length === 4 || (order === 'year' && third.length <= 2)) return dayFrom(first, second, third)
  return order === 'month' ? dayFrom(third, first, second) : dayFrom(third, second, first)
}

function named(text: string): DateReading {
  const dayFirst = DAY_MONTH_YEAR.exec(text)
  if (dayFirst) return withMonthName(dayFirst[3], dayFirst[2], dayFirst[1])
  const monthFirst = MONTH_DAY_YEAR.exec(text)
  return monthFirst ? withMonthName(monthFirst[3], monthFirst[1], monthFirst[2]) : null
}

function withMonthName(year: string | undefined, name: string | undefined, day: string | undefined) {
  const month = MONTHS.get(folded(name ?? ''))
  return month === undefined ? null : dayFrom(year, String(month), day)
}

function dayFrom(yearText = '', monthText = '', dayText = ''): DateReading {
  const year = fullYear(yearText)
  const [month, day] = [Number(monthText), Number(dayText)]
  if (year === null) return 'impossible'
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isThere ? { day: date.toISOString().slice(0, 10) } : 'impossible'
}

function fullYear(text: string): number | null {
  const year = Number(text)
  if (text.length === 4) return year >= 1000 ? year : null
  if (text.length !== 2) return null
  return year < FIRST_OF_LAST_CENTURY ? 2000 + year : 1900 + year
}

function exists(reading: DateReading): boolean {
  return reading !== null && reading !== 'impossible'
}
