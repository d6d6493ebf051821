export type PasswordChangeProof =
  | 'recent-sign-in'
  /** The current password was sent: it has to be right. */
  | 'check-current-password'
  | 'missing'

/** What proves that a password may be changed. A current password, where sent, has to be right even after a sign-in. */
export function passwordChangeProof(attempt: {
  currentPasswordGiven: boolean
  /** By store/recent-proof.ts. */
  isRecentlyProven: boolean
}): PasswordChangeProof {
  if (attempt.currentPasswordGiven) return 'check-current-password'
  return attempt.isRecentlyProven ? 'recent-sign-in' : 'missing'
}
