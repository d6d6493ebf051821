import { DAY, minutesAgo } from '@cairn/workspace/examples/moments'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { BinnedRecord, BinPart } from '@cairn/workspace/port/records/bin'
import { loaded, notSaved } from './answers.ts'

const DAYS = 30

/** Guests find two examples in the bin, and may not take them out. */
function examples(): readonly BinnedRecord[] {
  return [
    example(
      { recordId: 'demo-agent-gone', kind: 'agent', name: 'Invoice Reader' },
      9,
      'Replaced by the new one.',
    ),
    example({ recordId: 'demo-system-gone', kind: 'system', name: 'Old fax server' }, 21, ''),
  ]
}

function example(
  record: Pick<BinnedRecord, 'recordId' | 'kind' | 'name'>,
  daysAgo: number,
  reason: string,
): BinnedRecord {
  return {
    ...record,
    deletedBy: { id: 'demo-person-3', name: 'Chris Placeholder' },
    deletedAt: minutesAgo(daysAgo * DAY),
    expiresAt: minutesAgo((daysAgo - DAYS) * DAY),
    reason,
    act: null,
    mayRestore: true,
  }
}

const notKept = () => notSaved(phrase('Records'))

export const demoBin: BinPart = {
  page: (kind, skip, query = '') =>
    loaded(() => {
      const items = examples().filter(
        (record) =>
          (kind === null || record.kind === kind) &&
          record.name.toLowerCase().includes(query.trim().toLowerCase()),
      )
      return { items: items.slice(skip), total: items.length, days: DAYS }
    }),
  restore: notKept,
  restoreMany: notKept,
  purge: notKept,
}
