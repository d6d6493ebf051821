const MINUTE_MS = 60_000

/** For how long a sign-in counts as proof that the caller is still the user. */
export const RECENT_SIGN_IN_MS = 10 * MINUTE_MS

export type PasswordChangeProof =
  | 'recent-sign-in'
  /** The current password was sent: it has to be right. */
  | 'check-current-password'
  | 'missing'

/** What proves that a password may be changed. A current password, where sent, has to be right even after a sign-in. */
export function passwordChangeProof(attempt: {
  currentPasswordGiven: boolean
  signedInAtMs: number
  nowMs: number
}): PasswordChangeProof {
  if (attempt.currentPasswordGiven) return 'check-current-password'
  return attempt.nowMs - attempt.signedInAtMs <= RECENT_SIGN_IN_MS ? 'recent-sign-in' : 'missing'
}
