import { COUNTED_UP_TO, RESULT_TYPES, type SearchAnswer } from '@cairn/workspace/port/search'
import { formatNumber } from '@/lib/text/numbers.ts'
import type { SearchTab } from './result-types.ts'

/** How many there are in a tab, those included that are not listed. `isMore`: that many at least. */
export function totalOf(tab: SearchTab, { counts }: SearchAnswer): { total: number; isMore: boolean } {
  const counted = tab === 'all' ? RESULT_TYPES.map((type) => counts[type]) : [counts[tab]]
  return {
    total: counted.reduce((sum, count) => sum + Math.min(count, COUNTED_UP_TO), 0),
    isMore: counted.some((count) => count > COUNTED_UP_TO),
  }
}

/** A total as it is written: '1,000+' for one that is only known to be more. */
export function totalText({ total, isMore }: ReturnType<typeof totalOf>, language: string): string {
  return `${formatNumber(total, language)}${isMore ? '+' : ''}`
}
