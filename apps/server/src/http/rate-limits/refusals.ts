import type { ServerResponse } from 'node:http'
import { ALONE, type Place } from '../../settings/place.ts'

/** Slows down who is refused again and again: a refusal costs them little, and the server as much as an answer. */
export interface Refusals {
  /**
   * Resolves when a refusal may be sent to this party: at once within its share, later beyond it, and as soon as the
   * client has gone. Cuts the connection where too many are held already.
   */
  hold(party: string, outgoing: ServerResponse): Promise<void>
}

/** More than any honest program meets, and a few hundredths of one processor. */
const A_SECOND = 200
/** Ahead of that. */
const AT_ONCE = 400
const AHEAD_MS = (AT_ONCE / A_SECOND) * 1_000
const LONGEST_MS = 5_000
const MOST_HELD = 1_000
const SWEEP_BEYOND = 1_000

/** Begins to count, for this process's part of them. `now` is a clock in milliseconds. */
export function createRefusals({ of }: Place = ALONE, now = () => performance.now()): Refusals {
  const intervalMs = (1_000 / A_SECOND) * of
  const mostHeld = MOST_HELD / of
  /** When each party would have had all its refusals, had they come at the steady pace. */
  const paid = new Map<string, number>()
  let held = 0

  function delayOf(party: string): number {
    const at = now()
    const next = Math.min(Math.max(paid.get(party) ?? 0, at) + intervalMs, at + AHEAD_MS + LONGEST_MS)
    paid.set(party, next)
    if (paid.size > SWEEP_BEYOND) for (const [other, until] of paid) if (until < at) paid.delete(other)
    return Math.max(0, next - at - AHEAD_MS)
  }

  return {
    async hold(party, outgoing) {
      const ms = delayOf(party)
      if (ms === 0 || outgoing.destroyed) return
      if (held >= mostHeld) {
        outgoing.destroy()
        return
      }
      held += 1
      await endOr(outgoing, ms)
      held -= 1
    },
  }
}

/** Waits so long, or until the client has gone. */
function endOr(outgoing: ServerResponse, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      outgoing.off('close', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    outgoing.once('close', end)
  })
}
