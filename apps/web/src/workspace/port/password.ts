/**
 * What became of a change. 'used-before': it is one of the last few, the present one counted. 'too-often': the user tried
 * too many times.
 */
export type PasswordOutcome = 'changed' | 'used-before' | 'too-often'

export interface PasswordPart {
  /** Ends all other sessions of the person. @throws AccessError with the server's reason, a wrong current password included */
  change(input: { current: string; next: string }): Promise<PasswordOutcome>
}
