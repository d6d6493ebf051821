const SECOND_MS = 1_000

/**
 * For how long the token before the current one still brings the current one: tabs that refresh at the same moment, and
 * clients whose answer got lost, are not thieves.
 */
export const REUSE_INTERVAL_MS = 10 * SECOND_MS

/** The state of a session, and the time, by the database's clock. */
export interface RefreshableSession {
  currentCounter: number
  refreshedAtMs: number | null
  notAfterMs: number | null
  nowMs: number
}

/** `rotate`: a new token. `repeat`: the current one again. `reused`: somebody else has the token, end the session. */
export type RefreshOutcome = 'rotate' | 'repeat' | 'reused' | 'expired' | 'not-issued'

/** What becomes of a refresh token with this counter. Its signature has been checked. */
export function refreshOutcome(tokenCounter: number, session: RefreshableSession): RefreshOutcome {
  if (session.notAfterMs !== null && session.nowMs >= session.notAfterMs) return 'expired'
  const generationsOld = session.currentCounter - tokenCounter
  if (generationsOld < 0) return 'not-issued'
  if (generationsOld === 0) return 'rotate'
  const sinceRotationMs = session.nowMs - (session.refreshedAtMs ?? 0)
  return generationsOld === 1 && sinceRotationMs <= REUSE_INTERVAL_MS ? 'repeat' : 'reused'
}
