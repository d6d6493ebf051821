import { describe, expect, it } from 'vitest'
import { cronProblem } from './cron-problem.ts'
import { cronOf, type ScheduleWords, wordsOf } from './cron-words.ts'

describe('a schedule in words and its cron line', () => {
  const BOTH: readonly [string, ScheduleWords][] = [
    ['* * * * *', { repeat: 'minutes', minutes: 1 }],
    ['*/15 * * * *', { repeat: 'minutes', minutes: 15 }],
    ['0 * * * *', { repeat: 'hours', hours: 1, minute: 0 }],
    ['30 */6 * * *', { repeat: 'hours', hours: 6, minute: 30 }],
    ['0 7 * * *', { repeat: 'day', time: '07:00' }],
    ['59 23 * * *', { repeat: 'day', time: '23:59' }],
    ['0 7 * * 1-5', { repeat: 'weekday', time: '07:00' }],
    ['5 0 * * 1,3,7', { repeat: 'week', weekdays: [1, 3, 7], time: '00:05' }],
    ['0 7 15 * *', { repeat: 'month', day: 15, time: '07:00' }],
    ['0 7 L * *', { repeat: 'month', day: 'last', time: '07:00' }],
  ]

  it.each(BOTH)('%s', (cron, words) => {
    expect(wordsOf(cron)).toEqual(words)
    expect(cronOf(words)).toBe(cron)
    expect(cronProblem(cron)).toBeNull()
  })

  it.each([
    ['@daily', { repeat: 'day', time: '00:00' }],
    ['@hourly', { repeat: 'hours', hours: 1, minute: 0 }],
    ['@weekly', { repeat: 'week', weekdays: [7], time: '00:00' }],
    [' 00  07 ? * MON-FRI ', { repeat: 'weekday', time: '07:00' }],
    ['0 7 * * 5,1-4', { repeat: 'weekday', time: '07:00' }],
    ['0 7 * * 0-6', { repeat: 'day', time: '07:00' }],
    ['0 7 * * 5-7', { repeat: 'week', weekdays: [5, 6, 7], time: '07:00' }],
    ['0 7 l * ?', { repeat: 'month', day: 'last', time: '07:00' }],
  ])('%j is said in words as well', (cron, words) => {
    expect(wordsOf(cron)).toEqual(words)
  })

  it.each([
    '',
    'every day',
    '*/7 * * * *',
    '0 */5 * * *',
    '*/15 8 * * *',
    '0,30 7 * * *',
    '0 7 1,15 * *',
    '0 7 1 6 *',
    '0 7 1 * 1',
    '0 7 * * 5L',
    '0 7 * * 5#2',
    '0 7 * * */2',
    '0 7 32 * *',
    '60 7 * * *',
    '0 7 * * 5-1',
  ])('%j is not', (cron) => {
    expect(wordsOf(cron)).toBeNull()
  })
})

describe('a cron line', () => {
  it.each([
    ['', 'A cron line has five fields'],
    ['@reboot', 'A cron line has five fields'],
    ['0 7 * * 1-5'.padEnd(201), 'A cron line has at most 200'],
    ['60 * * * *', 'The minute'],
    ['5/10 * * * *', 'The minute'],
    ['?/5 * * * *', 'The minute'],
    ['1,,2 * * * *', 'The minute'],
    ['*/0 * * * *', 'The minute'],
    ['0 24 * * *', 'The hour'],
    ['0 7 15W * *', 'The day'],
    ['0 7 * january *', 'The month'],
    ['0 7 * * 8', 'The weekday'],
    ['0 7 * * 5-1', 'The weekday'],
    ['0 7 * * 1-5#2', 'The weekday'],
    ['0 7 31 2 *', 'This cron line never comes'],
    ['0 7 30-31 feb ?', 'This cron line never comes'],
  ])('%j is refused', (cron, sentence) => {
    expect(cronProblem(cron)).toContain(sentence)
  })

  it.each(['*/5 8-18/2 1,15,L jan-mar,7 fri#2,5L,0', '0 7 29 2 *', '0 7 31 2 1', '0 7 L 2 *', '@Yearly'])(
    '%j is taken',
    (cron) => {
      expect(cronProblem(cron)).toBeNull()
    },
  )
})
