import type { RunDay } from '@cairn/workspace/port/records/heartbeats'
import type { Change } from '../history/group-changes.ts'

/** Days with runs, without a change between them; several where none of their runs failed. Days are those of UTC. */
export interface RunSpan {
  /** As 2026-12-31. */
  from: string
  until: string
  runs: number
  failures: number
}

export type StreamItem =
  /** The index is that among all changes. */
  { change: Change; index: number } | { span: RunSpan }

/**
 * Puts the days on which a record ran between its changes, the latest first. Days before `loadedFrom` wait until the
 * changes of that time are loaded; null where all are.
 */
export function streamOf(
  changes: readonly Change[],
  days: readonly RunDay[],
  loadedFrom: string | null,
): readonly StreamItem[] {
  const earliest = loadedFrom === null ? Number.NEGATIVE_INFINITY : Date.parse(loadedFrom)
  const placed = [
    ...changes.map((change, index) => ({ at: Date.parse(change.changedAt), item: { change, index } })),
    ...days.flatMap(({ day, successes, failures }) => {
      const at = Date.parse(`${day}T23:59:59.999Z`)
      const span = { from: day, until: day, runs: successes + failures, failures }
      return span.runs > 0 && at >= earliest ? [{ at, item: { span } }] : []
    }),
  ]
  const items: readonly StreamItem[] = placed
    .toSorted((one, other) => other.at - one.at)
    .map(({ item }) => item)
  return items.reduce<readonly StreamItem[]>(joined, [])
}

function joined(items: readonly StreamItem[], next: StreamItem): readonly StreamItem[] {
  const last = items.at(-1)
  if (last === undefined || !('span' in last) || !('span' in next)) return [...items, next]
  if (last.span.failures + next.span.failures > 0) return [...items, next]
  const { from, runs } = next.span
  return [...items.slice(0, -1), { span: { ...last.span, from, runs: last.span.runs + runs } }]
}
