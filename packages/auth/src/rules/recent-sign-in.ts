import type { AmrClaimRow } from '../model/session.ts'

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

/** Shown in a session that has begun already, also by an attacker who has stolen it. */
const SECOND_FACTORS: readonly string[] = ['totp', 'mfa/phone', 'mfa/webauthn', 'recovery_code']
/** A link or a code by mail or SMS: proves the mailbox or the phone, and not the password. */
const BY_MESSAGE: readonly string[] = [
  'otp',
  'magiclink',
  'recovery',
  'email/signup',
  'invite',
  'email_change',
]

/**
 * When the session's user signed in, by the way that it began with; 0 when by none that counts. A second factor is no
 * sign-in, however recent: Supabase Auth goes by the age of the session too, whatever was shown in it since.
 *
 * A message counts where `messagesCount`. It does for a new password, which is what a recovery link is for. Its kind makes
 * no difference: one token serves both recovery and sign-in, and the caller who redeems it names the type.
 */
export function signedInAt(
  amr: readonly AmrClaimRow[],
  { messagesCount }: { messagesCount: boolean },
): number {
  const counted = amr.filter(
    ({ method }) => !SECOND_FACTORS.includes(method) && (messagesCount || !BY_MESSAGE.includes(method)),
  )
  return Math.max(0, ...counted.map(({ at }) => at.getTime()))
}

/**
 * Whether a sign-in by message is enough to add a passkey or a second factor. Not to an account with a password: a reader
 * of the mailbox who sets a new password ends all other sessions, and the owner notices; a passkey would change nothing for
 * them, and a second factor would lock them out. An
 * address that was confirmed just now is its sign-up's own, which ended all that was opened before.
 */
export function messagesAddWaysIn(account: {
  hasPassword: boolean
  confirmedAtMs: number
  nowMs: number
}): boolean {
  return !account.hasPassword || account.nowMs - account.confirmedAtMs <= RECENT_SIGN_IN_MS
}
