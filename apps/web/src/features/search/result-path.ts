import type { SearchResult } from '@cairn/workspace/port/search'
import { recordPath } from '@/catalogue/record-path.ts'
import { isRecord } from './result-types.ts'

/** Where a result leads: to the record's details where these have an address, otherwise where its link says. */
export function resultPath({ type, id, link }: Pick<SearchResult, 'type' | 'id' | 'link'>): string {
  return isRecord(type) ? recordPath({ kind: type, id }) : link
}
