import { countersOf } from './process-metrics.ts'

/**
 * The counts that processes reported last. A shared counter must not fall when a process ends or is too busy to report:
 * a monitor would take that for a restart, and count all of it again.
 */
export interface CountedBefore {
  told(id: number, values: object[]): void
  ended(id: number): void
  /** Takes the counts of this moment. The result adds those of ended processes and of the `missing` ones. */
  now(): (missing: Iterable<number>) => Promise<object[]>
}

/** Begins with nothing counted. */
export function createCountedBefore(): CountedBefore {
  const last = new Map<number, object[]>()
  // The sum of all processes that have ended, however many.
  let gone: Promise<object[]> = Promise.resolve([])
  return {
    told: (id, values) => void last.set(id, values),
    ended(id) {
      const values = last.get(id)
      if (values === undefined) return
      last.delete(id)
      gone = gone.then((sum) => countersOf([sum, values]))
    },
    now() {
      const [sum, known] = [gone, new Map(last)]
      return async (missing) => countersOf([await sum, ...[...missing].map((id) => known.get(id) ?? [])])
    },
  }
}
