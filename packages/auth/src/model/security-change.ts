/**
 * The kinds of changes to the ways into an account. Its owner is notified by mail, and can undo each for
 * {@link UNDO_DAYS}.
 */
export type SecurityChangeKind =
  | 'factor_added'
  | 'factor_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  /** A secret of the product that outlives its session, such as an API token. */
  | 'secret_made'
  /** An app that may write data. */
  | 'app_connected'
  /** A sign-in from a browser or a network that was not seen before. */
  | 'sign_in'

/** For how many days a change can be undone; the mail names this time. */
export const UNDO_DAYS = 3

/** A change that the link in its mail undoes. */
export interface SecurityChange {
  kind: SecurityChangeKind
  userId: string
  /** The user's address now; empty for a user without one. */
  email: string
  at: Date
  /** The same to the microsecond, for comparisons in SQL: a `Date` would be up to a millisecond earlier. */
  moment: string
}
