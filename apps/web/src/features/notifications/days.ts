import type { TFunction } from 'i18next'
import { formatDate } from '@/lib/text/dates.ts'

/** The events of a day, in the given order. */
export interface Day<Item> {
  /** The midnight at the start of the day, in the user's time zone. */
  startMs: number
  items: readonly Item[]
}

/** Splits items sorted by time into days of the reader's time zone. */
export function byDay<Item extends { happenedAt: Date }>(items: readonly Item[]): readonly Day<Item>[] {
  const days = new Map<number, Item[]>()
  for (const item of items) {
    const startMs = startOfDay(item.happenedAt)
    const ofDay = days.get(startMs)
    if (ofDay) ofDay.push(item)
    else days.set(startMs, [item])
  }
  return [...days].map(([startMs, ofDay]) => ({ startMs, items: ofDay }))
}

/** Returns 'Today', 'Yesterday', or the date. */
export function dayLabel(startMs: number, nowMs: number, language: string, t: TFunction): string {
  const today = new Date(nowMs)
  if (startMs === startOfDay(today)) return t('Today')
  if (startMs === startOfDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)))
    return t('Yesterday')
  return formatDate(new Date(startMs), language)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
