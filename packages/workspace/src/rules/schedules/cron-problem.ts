import { type Phrase, phrase } from '../../lib/phrase.ts'
import { plainSchedule } from './dialects.ts'

const MAX_LENGTH = 200

/** The short forms of cron, and their full forms. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
])

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

interface FieldRule {
  low: number
  high: number
  /** The names of its numbers, from the lowest on. */
  names: readonly string[]
  /** The special values of the field, besides numbers, names, ranges and steps. */
  special: RegExp | null
  sentence: Phrase
}

const RULES: readonly FieldRule[] = [
  {
    low: 0,
    high: 59,
    names: [],
    special: null,
    sentence: phrase('The minute of a cron line is 0 to 59, such as 30, 0,30 or */15.'),
  },
  {
    low: 0,
    high: 23,
    names: [],
    special: null,
    sentence: phrase('The hour of a cron line is 0 to 23, such as 7, 8-18 or */2.'),
  },
  {
    low: 1,
    high: 31,
    names: [],
    special: /^l$/,
    sentence: phrase('The day of a cron line is 1 to 31, such as 1, 1,15 or L for the last of the month.'),
  },
  {
    low: 1,
    high: 12,
    names: MONTHS,
    special: null,
    sentence: phrase('The month of a cron line is 1 to 12 or jan to dec, such as 1,7 or */3.'),
  },
  {
    low: 0,
    high: 7,
    names: WEEKDAYS,
    special: /^([0-7]|sun|mon|tue|wed|thu|fri|sat)(#[1-5]|l)$/,
    sentence: phrase(
      'The weekday of a cron line is 0 to 7 or sun to sat, such as 1-5, 5L for the last Friday or 5#2 for the second.',
    ),
  },
]

/** The five fields of a cron line in small letters; short forms, and lines of other programs, are written out. */
export function cronFields(cron: string): readonly string[] {
  const line = plainSchedule(cron).cron.toLowerCase()
  return (SHORT_FORMS.get(line) ?? line).split(/\s+/)
}

/** The reason why the database would refuse a cron line, in its words; null where it would accept it. */
export function cronProblem(cron: string): Phrase | null {
  if (cron.length > MAX_LENGTH) return phrase('A cron line has at most 200 characters.')
  const fields = cronFields(cron)
  if (/^h(?:\(|\/|$)/.test(fields[0] ?? ''))
    return phrase('Jenkins chooses what H stands for. Write the minute itself.')
  if (fields[0]?.startsWith('rate(')) return phrase('A rate is an interval here.')
  if (fields.length !== RULES.length)
    return phrase('A cron line has five fields: minute, hour, day, month and weekday.')
  const wrong = RULES.find((rule, at) => cronValues(fields[at] ?? '', rule) === null)
  if (wrong !== undefined) return wrong.sentence
  return comes(fields) ? null : phrase('This cron line never comes: no such month has such a day.')
}

/** Whether one of the months has one of the days, unless a weekday alone suffices. */
function comes([, , day = '', month = '', weekday = '']: readonly string[]): boolean {
  const isEither = !/^[*?]/.test(day) && !/^[*?]/.test(weekday)
  const [, , ofDays, ofMonths] = RULES
  if (isEither || day.includes('l') || ofDays === undefined || ofMonths === undefined) return true
  const earliest = Math.min(...(cronValues(day, ofDays) ?? []))
  // 2028 is a leap year.
  return (cronValues(month, ofMonths) ?? []).some((each) => earliest <= new Date(2028, each, 0).getDate())
}

/** The numbers of a list in a field, without its special parts; null where it cannot be read. */
function cronValues(field: string, rule: FieldRule): readonly number[] | null {
  const parts = field.split(',').filter((part) => !rule.special?.test(part))
  const values = parts.map((part) => partValues(part, rule))
  return values.includes(null) ? null : values.flatMap((found) => found ?? [])
}

/** 5/10 is refused here: some crons take the 5 alone, others every tenth from 5 on. */
function partValues(part: string, { low, high, names }: FieldRule): readonly number[] | null {
  if (part === '?') return range(low, high, 1)
  const [, star, first = '', last = first, step] =
    /^(?:(\*)|([a-z]{3}|\d{1,2})(?:-([a-z]{3}|\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part) ?? []
  const numberOf = (word: string) => {
    if (/^\d+$/.test(word)) return Number(word)
    return names.includes(word) ? names.indexOf(word) + low : Number.NaN
  }
  const from = star === undefined ? numberOf(first) : low
  const to = star === undefined ? numberOf(last) : high
  const by = Number(step ?? 1)
  const isStepOfOne = step !== undefined && star === undefined && !part.includes('-')
  const isRight = from >= low && to <= high && from <= to && by >= 1 && by <= high && !isStepOfOne
  return isRight ? range(from, to, by) : null
}

const range = (from: number, to: number, step: number): readonly number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step)
