import { FIELD_OF_TOPIC, type HistoryEntry } from '@cairn/workspace/port/records/history'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { vi } from 'vitest'

/** A change of a record by somebody who has left, at a minute of a day. */
export function historyEntry(minute: number, told: Partial<HistoryEntry>): HistoryEntry {
  const id = crypto.randomUUID()
  return {
    id,
    act: id,
    isOfAct: false,
    action: 'updated',
    field: 'description',
    before: null,
    after: null,
    changedBy: 'person-who-left',
    program: null,
    changedAt: new Date(Date.UTC(2026, 0, 5, 10, minute)).toISOString(),
    ...told,
  }
}

/** Gives each record of a workspace this history, the latest change first. A test may add to it. */
export function withHistory(workspace: Workspace, entries: readonly HistoryEntry[]): void {
  const named: readonly (string | null)[] = Object.values(FIELD_OF_TOPIC)
  vi.spyOn(workspace.history, 'page').mockImplementation(async (_record, _after, topic = null) => ({
    entries: entries.filter(({ field }) => {
      if (topic === null) return true
      return topic === 'changes' ? !named.includes(field) : field === FIELD_OF_TOPIC[topic]
    }),
    next: null,
  }))
}
