const MINUTE_MS = 60_000

/** For how long a sign-in counts as proof that the person at the keyboard is still the same. */
export const RECENT_SIGN_IN_MS = 10 * MINUTE_MS

export type PasswordChangeProof =
  | 'recent-sign-in'
  /** They sent the current password: it has to be right. */
  | 'check-current-password'
  | 'missing'

/** What proves that a password may be changed. Whoever sends the current password is held to it. */
export function passwordChangeProof(attempt: {
  currentPasswordGiven: boolean
  signedInAtMs: number
  nowMs: number
}): PasswordChangeProof {
  if (attempt.currentPasswordGiven) return 'check-current-password'
  return attempt.nowMs - attempt.signedInAtMs <= RECENT_SIGN_IN_MS ? 'recent-sign-in' : 'missing'
}
