/** Who has lately kept connections busy with work that takes long. */
export interface LongWork {
  /** Says that work of this name has ended after `ms`. */
  note(name: string, ms: number): void
  isOver(name: string): boolean
}

/** What ends sooner gives its connection to the next in turn soon enough. */
const SHORT_MS = 100
/** As much long work is free of consequences, */
const FREE_MS = 1_500
/** it is counted up to here, so that it is forgotten ten seconds later, */
const MOST_MS = 3_500
/** and so much is forgotten each second. */
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
