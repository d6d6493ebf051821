/** For how long sessions last; null for no such limit. */
export interface SessionLimits {
  /** From sign-in to the end, whatever happens. */
  timeboxSeconds: number | null
  /** Without any refresh. */
  inactivitySeconds: number | null
}

export const NO_SESSION_LIMITS: SessionLimits = { timeboxSeconds: null, inactivitySeconds: null }
