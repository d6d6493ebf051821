/** Tracks the names whose work has recently kept connections busy for long. */
export interface LongWork {
  /** Notes that work of this name has ended after `ms`. */
  note(name: string, ms: number): void
  isOver(name: string): boolean
}

/** The duration below which work does not count: it releases its connection soon enough. */
const SHORT_MS = 100
/** The amount of long work without consequences. */
const FREE_MS = 1_500
/** The highest amount that is counted, so that it is forgotten ten seconds later. */
const MOST_MS = 3_500
/** The amount that is forgotten each second. */
const FORGOTTEN_MS_PER_SECOND = 200
const SWEEP_BEYOND = 1_000

interface Spent {
  ms: number
  at: number
}

/** Begins to count. `now` is a clock in milliseconds. */
export function createLongWork(now = () => performance.now()): LongWork {
  const spending = new Map<string, Spent>()

  const left = ({ ms, at }: Spent) => Math.max(0, ms - ((now() - at) * FORGOTTEN_MS_PER_SECOND) / 1_000)

  function spentBy(name: string): number {
    const spent = spending.get(name)
    return spent === undefined ? 0 : left(spent)
  }

  return {
    isOver: (name) => spentBy(name) > FREE_MS,
    note(name, ms) {
      if (ms <= SHORT_MS) return
      spending.set(name, { ms: Math.min(spentBy(name) + ms, MOST_MS), at: now() })
      if (spending.size <= SWEEP_BEYOND) return
      for (const [other, spent] of spending) if (left(spent) === 0) spending.delete(other)
    },
  }
}
