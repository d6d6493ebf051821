import { RESULT_TYPES, type SearchAnswer } from '@/workspace/port/search.ts'
import type { SearchTab } from './result-types.ts'

/** How many there are in a tab, those included that are not listed. */
export function totalOf(tab: SearchTab, { counts }: SearchAnswer): number {
  return tab === 'all' ? RESULT_TYPES.reduce((sum, type) => sum + counts[type], 0) : counts[tab]
}
