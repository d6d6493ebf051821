export type PasswordChangeProof =
  | 'recent-sign-in'
  /** A current password was sent: it has to be right. */
  | 'check-current-password'
  | 'missing'

/** The proof for a change of the password. A current password, where sent, has to be right even after a sign-in. */
export function passwordChangeProof(attempt: {
  currentPasswordGiven: boolean
  /** Determined by store/recent-proof.ts. */
  isRecentlyProven: boolean
}): PasswordChangeProof {
  if (attempt.currentPasswordGiven) return 'check-current-password'
  return attempt.isRecentlyProven ? 'recent-sign-in' : 'missing'
}
