import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { byDay, dayLabel } from './days.ts'

beforeAll(startTranslations)

const at = (...when: [year: number, month: number, day: number, hour: number, minute: number]) => ({
  happenedAt: new Date(...when),
})

describe('[OPEN-02] the days of a list', () => {
  test('part at midnight, here, and keep their order', () => {
    const morning = at(2026, 2, 10, 0, 5)
    const evening = at(2026, 2, 9, 23, 55)
    const noon = at(2026, 2, 9, 12, 0)
    expect(byDay([morning, evening, noon])).toEqual([
      { startMs: new Date(2026, 2, 10).getTime(), items: [morning] },
      { startMs: new Date(2026, 2, 9).getTime(), items: [evening, noon] },
    ])
    expect(byDay([])).toEqual([])
  })

  test('are called today, yesterday and by their date, across months too', () => {
    const nowMs = new Date(2026, 2, 1, 9, 0).getTime()
    const label = (month: number, day: number) =>
      dayLabel(new Date(2026, month, day).getTime(), nowMs, 'en', i18next.t)
    expect([label(2, 1), label(1, 28), label(1, 27)]).toEqual(['Today', 'Yesterday', 'Feb 27, 2026'])
  })
})
