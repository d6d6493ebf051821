import { phrase } from '@cairn/workspace/lib/phrase'
import { isDay } from '@/lib/text/dates.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** The server takes no more. */
const MOST_MS = 365 * DAY_MS

/** How long a heartbeat can be silent. */
export const SILENCES = [
  { id: 'hour', label: phrase('1 hour') },
  { id: 'day', label: phrase('1 day') },
  { id: 'week', label: phrase('1 week') },
  { id: 'date', label: phrase('Until a date') },
] as const
export type Silence = (typeof SILENCES)[number]['id']

const LENGTHS_MS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS }

/** The end of a silence; a date ends it as it begins, where the user is. Null for a date that is over or too far. */
export function silentUntil(silence: Silence, date: string, nowMs: number): Date | null {
  if (silence !== 'date') return new Date(nowMs + LENGTHS_MS[silence])
  if (!isDay(date)) return null
  const until = new Date(`${date}T00:00:00`)
  const lengthMs = until.getTime() - nowMs
  return lengthMs > 0 && lengthMs <= MOST_MS ? until : null
}
