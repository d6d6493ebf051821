import { cronFields } from './cron-problem.ts'

/** The schedules that most people need, without a cron line. Times are 07:00; weekdays are 1 for Monday to 7. */
export type ScheduleWords =
  | { repeat: 'minutes'; minutes: number }
  | { repeat: 'hours'; hours: number; minute: number }
  | { repeat: 'day'; time: string }
  | { repeat: 'weekday'; time: string }
  | { repeat: 'week'; weekdays: readonly number[]; time: string }
  | { repeat: 'month'; day: number | 'last'; time: string }

/** The steps that divide an hour or a day evenly: others would begin again at each of them. */
export const MINUTE_STEPS: readonly number[] = [1, 2, 5, 10, 15, 20, 30]
export const HOUR_STEPS: readonly number[] = [1, 2, 3, 4, 6, 8, 12]

const WORKDAYS: readonly number[] = [1, 2, 3, 4, 5]
const NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** The cron line of a schedule in words. */
export function cronOf(words: ScheduleWords): string {
  switch (words.repeat) {
    case 'minutes':
      return words.minutes === 1 ? '* * * * *' : `*/${words.minutes} * * * *`
    case 'hours':
      return `${words.minute} ${words.hours === 1 ? '*' : `*/${words.hours}`} * * *`
    case 'day':
      return `${clockOf(words.time)} * * *`
    case 'weekday':
      return `${clockOf(words.time)} * * 1-5`
    case 'week':
      return `${clockOf(words.time)} * * ${words.weekdays.join()}`
    case 'month':
      return `${clockOf(words.time)} ${words.day === 'last' ? 'L' : words.day} * *`
  }
}

/** A cron line in words; null where they cannot say it. */
export function wordsOf(cron: string): ScheduleWords | null {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = cronFields(cron)
  if (more.length > 0 || !isAny(month)) return null
  if (isAny(day) && isAny(weekday)) return repeated(minute, hour) ?? daily(minute, hour)
  const time = timeOf(minute, hour)
  if (time === null) return null
  if (isAny(weekday)) {
    if (day === 'l') return { repeat: 'month', day: 'last', time }
    return isNumber(day, 1, 31) ? { repeat: 'month', day: Number(day), time } : null
  }
  const weekdays = isAny(day) ? weekdaysOf(weekday) : null
  if (weekdays === null) return null
  if (weekdays.length === 7) return { repeat: 'day', time }
  return weekdays.join() === WORKDAYS.join()
    ? { repeat: 'weekday', time }
    : { repeat: 'week', weekdays, time }
}

/** A schedule of every few minutes or hours. */
function repeated(minute: string, hour: string): ScheduleWords | null {
  const minutes = stepOf(minute)
  if (minutes !== null && isAny(hour))
    return MINUTE_STEPS.includes(minutes) ? { repeat: 'minutes', minutes } : null
  const hours = stepOf(hour)
  if (hours === null || !HOUR_STEPS.includes(hours) || !isNumber(minute, 0, 59)) return null
  return { repeat: 'hours', hours, minute: Number(minute) }
}

function daily(minute: string, hour: string): ScheduleWords | null {
  const time = timeOf(minute, hour)
  return time === null ? null : { repeat: 'day', time }
}

/** The step of '*' or '*' with a step. */
function stepOf(field: string): number | null {
  const [, step = '1'] = /^\*(?:\/(\d{1,2}))?$/.exec(field) ?? []
  return field.startsWith('*') && !field.includes(',') ? Number(step) : null
}

function weekdaysOf(field: string): readonly number[] | null {
  const found = new Set<number>()
  for (const part of field.split(',')) {
    const [from, to = from, ...more] = part.split('-').map(weekdayNumber)
    if (from === undefined || to === undefined || !(from <= to) || more.length > 0) return null
    for (let weekday = from; weekday <= to; weekday += 1) found.add(weekday === 0 ? 7 : weekday)
  }
  return [...found].sort((one, other) => one - other)
}

function weekdayNumber(word: string): number {
  if (isNumber(word, 0, 7)) return Number(word)
  return NAMES.includes(word) ? NAMES.indexOf(word) : Number.NaN
}

function timeOf(minute: string, hour: string): string | null {
  if (!isNumber(minute, 0, 59) || !isNumber(hour, 0, 23)) return null
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}

/** The first two fields of a time. */
function clockOf(time: string): string {
  const [hour, minute] = time.split(':')
  return `${Number(minute)} ${Number(hour)}`
}

const isAny = (field: string): boolean => field === '*' || field === '?'

const isNumber = (word: string, low: number, high: number): boolean =>
  /^\d{1,2}$/.test(word) && Number(word) >= low && Number(word) <= high
