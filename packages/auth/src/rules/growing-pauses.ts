/** A limit on hits in a window; from the last allowed hit on, each one is followed by a pause, which grows. */
export interface GrowingPauses {
  /** Hits in a window until the first pause. */
  free: number
  windowSeconds: number
  /** Each further pause is twice as long as the one before. */
  firstPauseSeconds: number
  longestPauseSeconds: number
  /** How long after a pause the count begins again. */
  quietSeconds: number
}

/** The count for a subject. */
export interface CountedHits {
  hits: number
  /** The seconds since the window began; for a subject that has had a pause, since the last hit. */
  ageSeconds: number
}

export type Turn =
  | { kind: 'pause'; seconds: number }
  /** The hit may happen, as the `hits`-th. `restarts`: time is counted from now on. */
  | { kind: 'turn'; hits: number; restarts: boolean }

/** Whether another hit may happen now. Attempts during a pause are not counted, so that they do not prolong it. */
export function nextTurn({ hits, ageSeconds }: CountedHits, limit: GrowingPauses): Turn {
  const pauseSeconds = pauseAfter(hits, limit)
  if (ageSeconds < pauseSeconds)
    return { kind: 'pause', seconds: Math.max(Math.ceil(pauseSeconds - ageSeconds), 1) }
  const lasts = pauseSeconds === 0 ? limit.windowSeconds : pauseSeconds + limit.quietSeconds
  if (hits === 0 || ageSeconds >= lasts) return { kind: 'turn', hits: 1, restarts: true }
  return { kind: 'turn', hits: hits + 1, restarts: hits + 1 >= limit.free }
}

/** The length of the pause after that many hits. */
function pauseAfter(hits: number, { free, firstPauseSeconds, longestPauseSeconds }: GrowingPauses): number {
  if (hits < free) return 0
  return Math.min(firstPauseSeconds * 2 ** (hits - free), longestPauseSeconds)
}
