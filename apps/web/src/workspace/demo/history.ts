import { DEMO_CHANGES } from '@cairn/workspace/examples/history'
import { minutesAgo } from '@cairn/workspace/examples/moments'
import {
  FIELD_OF_TOPIC,
  type HistoryEntry,
  type HistoryPart,
  type HistoryTopic,
} from '@cairn/workspace/port/records/history'
import { loaded } from './answers.ts'

/** The history of the example records. */
export const demoHistory: HistoryPart = {
  page: (recordId, _after, topic = null) =>
    loaded(() => ({
      entries: DEMO_CHANGES.filter((change) => change.recordId === recordId)
        .map(entryOf)
        .filter(({ field }) => topic === null || topicOf(field) === topic),
      next: null,
    })),
}

function topicOf(field: string | null): HistoryTopic {
  if (field === FIELD_OF_TOPIC.handovers) return 'handovers'
  return field === FIELD_OF_TOPIC.maintenance ? 'maintenance' : 'changes'
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
