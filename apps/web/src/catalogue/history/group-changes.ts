import type { HistoryEntry } from '@cairn/workspace/port/records/history'

/** The changes that a person made to a record in one action. */
export interface Change extends Pick<HistoryEntry, 'id' | 'action' | 'changedBy' | 'changedAt'> {
  entries: readonly HistoryEntry[]
}

/** Groups the fields of one action, known by its id; the order stays. */
export function groupChanges(entries: readonly HistoryEntry[]): readonly Change[] {
  const changes = new Map<string, HistoryEntry[]>()
  for (const entry of entries) {
    const key = `${entry.act} ${entry.action}`
    const together = changes.get(key)
    if (together) together.push(entry)
    else changes.set(key, [entry])
  }
  return [...changes.values()].flatMap((together) => {
    const [first] = together
    if (first === undefined) return []
    const { id, action, changedBy, changedAt } = first
    return [{ id, action, changedBy, changedAt, entries: [...together].sort(byField) }]
  })
}

function byField(one: HistoryEntry, other: HistoryEntry): number {
  return (one.field ?? '').localeCompare(other.field ?? '')
}
