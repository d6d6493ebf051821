import type { HistoryEntry, HistoryPart } from '../port/history.ts'
import { loaded } from './answers.ts'
import { DEMO_CHANGES } from './data/history.ts'
import { minutesAgo } from './data/moments.ts'

/** What happened to the example records. */
export const demoHistory: HistoryPart = {
  page: (recordId) =>
    loaded(() => ({
      entries: DEMO_CHANGES.filter((change) => change.recordId === recordId).map(entryOf),
      next: null,
    })),
}

function entryOf(change: (typeof DEMO_CHANGES)[number], index: number): HistoryEntry {
  const { recordId, minutesAgo: minutes, ...rest } = change
  const id = `${recordId}-${index}`
  return { ...rest, id, act: id, action: 'updated', changedAt: minutesAgo(minutes).toISOString() }
}
