/** Where a session is used from, for its user to recognise it. */
export interface Device {
  userAgent: string | null
  /** null when the peer has no address that Postgres could read. */
  address: string | null
}

/** A session with the time, by the database's clock, at which it was read. */
export interface SessionRow {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2' | 'aal3'
  not_after: Date | null
  refreshed_at: Date | null
  refresh_token_counter: number
  now: Date
}

export interface AmrClaimRow {
  method: string
  at: Date
}

/** For how long sessions last; null for no such limit. */
export interface SessionLimits {
  /** From sign-in to the end, whatever happens. */
  timeboxSeconds: number | null
  /** Without any refresh. */
  inactivitySeconds: number | null
}

export const NO_SESSION_LIMITS: SessionLimits = { timeboxSeconds: null, inactivitySeconds: null }
