/** So many hits in a window; from the last of them on each hit is followed by a pause, which grows. */
export interface GrowingPauses {
  /** Hits in a window until the first pause. */
  free: number
  windowSeconds: number
  /** Each further pause is twice as long as the one before. */
  firstPauseSeconds: number
  longestPauseSeconds: number
  /** So long after a pause it begins anew. */
  quietSeconds: number
}

/** What is counted for a subject. */
export interface CountedHits {
  hits: number
  /** How long ago the window began; of a subject that has had a pause: when the last hit was. */
  ageSeconds: number
}

export type Turn =
  | { kind: 'pause'; seconds: number }
  /** The hit may happen, as the `hits`-th. `restarts`: time is counted from now on. */
  | { kind: 'turn'; hits: number; restarts: boolean }

/** Whether another hit may happen now. What happens in a pause counts nothing, so that it prolongs no pause. */
export function nextTurn({ hits, ageSeconds }: CountedHits, limit: GrowingPauses): Turn {
  const pauseSeconds = pauseAfter(hits, limit)
  if (ageSeconds < pauseSeconds)
    return { kind: 'pause', seconds: Math.max(Math.ceil(pauseSeconds - ageSeconds), 1) }
  const lasts = pauseSeconds === 0 ? limit.windowSeconds : pauseSeconds + limit.quietSeconds
  if (hits === 0 || ageSeconds >= lasts) return { kind: 'turn', hits: 1, restarts: true }
  return { kind: 'turn', hits: hits + 1, restarts: hits + 1 >= limit.free }
}

/** How long nothing is let through after so many hits. */
function pauseAfter(hits: number, { free, firstPauseSeconds, longestPauseSeconds }: GrowingPauses): number {
  if (hits < free) return 0
  return Math.min(firstPauseSeconds * 2 ** (hits - free), longestPauseSeconds)
}
