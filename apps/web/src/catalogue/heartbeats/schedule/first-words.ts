import type { ScheduleWords } from '@cairn/workspace/rules/schedules/cron-words'

export type Repeat = ScheduleWords['repeat']

const MORNING = '07:00'

/** The words with which another repetition begins: the time stays, where both have one. */
export function firstWords(repeat: Repeat, before: ScheduleWords | null): ScheduleWords {
  const time = before !== null && 'time' in before ? before.time : MORNING
  switch (repeat) {
    case 'minutes':
      return { repeat, minutes: 15 }
    case 'hours':
      return { repeat, hours: 1, minute: 0 }
    case 'day':
    case 'weekday':
      return { repeat, time }
    case 'week':
      return { repeat, weekdays: [1], time }
    case 'month':
      return { repeat, day: 1, time }
  }
}
