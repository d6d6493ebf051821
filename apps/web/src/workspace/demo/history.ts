import { DEMO_CHANGES } from '@cairn/workspace/examples/history'
import { minutesAgo } from '@cairn/workspace/examples/moments'
import type { HistoryEntry, HistoryPart } from '@cairn/workspace/port/records/history'
import { loaded } from './answers.ts'

/** The history of the example records. */
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
  return {
    ...rest,
    id,
    act: id,
    isOfAct: false,
    program: null,
    action: 'updated',
    changedAt: minutesAgo(minutes).toISOString(),
  }
}
