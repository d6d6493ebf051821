/** How many steps a deadline takes: time in which the process did not run counts as one step at the most. */
const STEPS = 8

/**
 * Calls `onDeadline` after `ms` milliseconds in which this process ran, and returns the function that cancels it.
 *
 * A timer judges Postgres by the clock. Where the process itself stood still (a busy machine, a virtual machine that was
 * paused, a laptop that was closed), the timer is due before Node has read the answers that arrived meanwhile. A
 * deadline reads them first, and gives Postgres the rest of its time.
 */
export function setDeadline(onDeadline: () => void, ms: number): () => void {
  let timer: NodeJS.Timeout | undefined
  let check: NodeJS.Immediate | undefined
  let left = STEPS

  function step(): void {
    left -= 1
    if (left > 0) timer = setTimeout(step, ms / STEPS)
    // Node reads its sockets between timers and immediates.
    else check = setImmediate(onDeadline)
  }
  timer = setTimeout(step, ms / STEPS)

  return () => {
    clearTimeout(timer)
    clearImmediate(check)
  }
}
