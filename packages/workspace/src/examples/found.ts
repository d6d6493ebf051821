import type { FoundRecord } from '../port/found.ts'
import { DAY, HOUR, minutesAgo } from './moments.ts'

const found = (
  number: number,
  rest: Pick<FoundRecord, 'kind' | 'source' | 'name' | 'owner'>,
  days: number,
): FoundRecord => ({
  id: `demo-found-${number}`,
  sourceId: `${number}`,
  ...rest,
  firstSeenAt: minutesAgo(days * DAY),
  lastSeenAt: minutesAgo(2 * HOUR),
  isMissing: false,
  state: 'waiting',
  recordId: null,
})

/** The example records that scripts have pushed, for guests to see. */
export const FOUND_EXAMPLES: readonly FoundRecord[] = [
  found(1, { kind: 'agent', source: 'Power Platform', name: 'Travel desk', owner: 'Clara Cloud' }, 1),
  found(2, { kind: 'automation', source: 'n8n', name: 'Sync invoices', owner: null }, 3),
  found(3, { kind: 'agent', source: 'Power Platform', name: 'Contract reader', owner: 'Legal team' }, 9),
]
