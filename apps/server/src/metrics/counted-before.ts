import { countersOf } from './process-metrics.ts'

/**
 * What processes had counted when they last told. A counter that several share must not fall when one of them ends or is
 * too busy to tell: a monitor would take that for a new beginning, and count all of it once more.
 */
export interface CountedBefore {
  told(id: number, values: object[]): void
  ended(id: number): void
  /** What is known at this moment; later it says what those had counted that have ended, and those of `missing`. */
  now(): (missing: Iterable<number>) => Promise<object[]>
}

/** Begins with nothing counted. */
export function createCountedBefore(): CountedBefore {
  const last = new Map<number, object[]>()
  // However many have ended, one sum of them is kept.
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
