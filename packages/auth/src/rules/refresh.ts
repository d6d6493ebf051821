const SECOND_MS = 1_000

/**
 * For how long the previous refresh token still returns the current one: several tabs may refresh at the same moment,
 * and a response may get lost.
 */
export const REUSE_INTERVAL_MS = 10 * SECOND_MS

/** The state of a session, and the time, by the database's clock. */
export interface RefreshableSession {
  currentCounter: number
  refreshedAtMs: number | null
  notAfterMs: number | null
  nowMs: number
}

/** `rotate`: a new token. `repeat`: the current token again. `reused`: the token was copied, end the session. */
export type RefreshOutcome = 'rotate' | 'repeat' | 'reused' | 'expired' | 'not-issued'

/** Decides about a refresh token with this counter. Its signature has been checked. */
export function refreshOutcome(tokenCounter: number, session: RefreshableSession): RefreshOutcome {
  if (session.notAfterMs !== null && session.nowMs >= session.notAfterMs) return 'expired'
  const generationsOld = session.currentCounter - tokenCounter
  if (generationsOld < 0) return 'not-issued'
  if (generationsOld === 0) return 'rotate'
  const sinceRotationMs = session.nowMs - (session.refreshedAtMs ?? 0)
  // A rotation in the future dates from before the clock was set back, so its age is unknown.
  return generationsOld === 1 && Math.abs(sinceRotationMs) <= REUSE_INTERVAL_MS ? 'repeat' : 'reused'
}
