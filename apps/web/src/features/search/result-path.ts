import { recordPath } from '@/catalogue/record-path.ts'
import type { SearchResult } from '@/workspace/port/search.ts'

/** Where a result leads: to the record's details where these have an address, otherwise where its link says. */
export function resultPath({ type, id, link }: Pick<SearchResult, 'type' | 'id' | 'link'>): string {
  switch (type) {
    case 'system':
    case 'solution':
    case 'agent':
    case 'automation':
      return recordPath({ kind: type, id })
    case 'knowledge':
    case 'process':
    case 'qa':
    case 'person':
      return link
  }
}
