import type { BuiltInKey } from '@cairn/workspace/port/records/fields'
import type { TFunction } from 'i18next'
import { formatDays } from '@/lib/text/dates.ts'

export const RENEWAL = 'renews_on' satisfies BuiltInKey

const DAY_MS = 86_400_000
/** From so many days before, a renewal is near. */
const NEAR_DAYS = 60

export interface Renewal {
  state: 'over' | 'near'
  /** How many days are left, or have passed since. */
  days: number
}

/** How a renewal on a day stands today, by the calendar of the user; null while it is far away. */
export function renewalOf(day: string, now: Date): Renewal | null {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  const days = Math.round((Date.parse(`${day}T00:00:00Z`) - today) / DAY_MS)
  if (Number.isNaN(days) || days > NEAR_DAYS) return null
  return days < 0 ? { state: 'over', days: -days } : { state: 'near', days }
}

/** The same in words: 'Due in 12 days', 'Was due yesterday'. */
export function renewalWords({ state, days }: Renewal, t: TFunction, language: string): string {
  const when = formatDays(state === 'over' ? -days : days, language)
  return state === 'over' ? t('Was due {{when}}', { when }) : t('Due {{when}}', { when })
}
