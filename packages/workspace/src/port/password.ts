import type { KeptPrograms } from './security.ts'

/** The result of a change of the password. */
export type PasswordOutcome =
  | { kind: 'changed' }
  /** The password is one of the last few, including the present one. */
  | { kind: 'used-before' }
  /** The user tried too many times. Further tries are refused for `minutes`; null where that is not known. */
  | { kind: 'too-often'; minutes: number | null }

export interface PasswordPart {
  /**
   * Ends all other sessions of the person, and programs unless they are kept.
   * @throws AccessError with the server's reason, a wrong current password included
   */
  change(input: { current: string; next: string } & KeptPrograms): Promise<PasswordOutcome>
}
