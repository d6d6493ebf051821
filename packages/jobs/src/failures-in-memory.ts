import type { FailureOf, FailureStore } from './store.ts'

const SECOND_MS = 1_000

interface Failure extends FailureOf {
  attempts: number
  /** Whether the last allowed attempt has failed. */
  isAside: boolean
  lastMs: number
}

/**
 * Stores the failures of a job that each process does for itself, for as long as the process runs. `nowMs` never goes
 * back, such as `performance.now`.
 */
export function createFailuresInMemory(nowMs: () => number = () => performance.now()): FailureStore {
  const failures = new Map<string, Failure>()
  const keyOf = ({ job, account, item }: FailureOf) => JSON.stringify([job, account, item])
  return {
    async failingItems(job, account, asideSeconds) {
      const found = new Map<string, boolean>()
      for (const failure of failures.values()) {
        const isOver = asideSeconds !== null && nowMs() - failure.lastMs >= asideSeconds * SECOND_MS
        if (failure.job === job && failure.account === account && failure.item !== null)
          found.set(failure.item, failure.isAside && !isOver)
      }
      return found
    },
    async noteFailure(of, _message, most) {
      const attempts = (failures.get(keyOf(of))?.attempts ?? 0) + 1
      failures.set(keyOf(of), { ...of, attempts, isAside: attempts >= most, lastMs: nowMs() })
      return attempts
    },
    async forgetFailure(of) {
      failures.delete(keyOf(of))
    },
  }
}
