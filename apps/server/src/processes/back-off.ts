const FIRST_MS = 100
const LONGEST_MS = 30_000
/** A process that served for so long did not fail at its start. */
const STEADY_AFTER_MS = 60_000

/** How long to wait before a process that ended is started again. */
export interface BackOff {
  /** Notes that the process was started. */
  began(): void
  /** Notes that the process has ended; returns the milliseconds to wait. */
  ended(): number
}

/** Waits that double while processes end soon after their start. `nowMs` never goes back. */
export function createBackOff(nowMs: () => number = () => performance.now()): BackOff {
  let startedAt = nowMs()
  let waitMs = FIRST_MS
  return {
    began() {
      startedAt = nowMs()
    },
    ended() {
      if (nowMs() - startedAt >= STEADY_AFTER_MS) waitMs = FIRST_MS
      const due = waitMs
      waitMs = Math.min(waitMs * 2, LONGEST_MS)
      return due
    },
  }
}
