import type { KeptPrograms } from './security.ts'

/** What became of a change. */
export type PasswordOutcome =
  | { kind: 'changed' }
  /** It is one of the last few, the present one counted. */
  | { kind: 'used-before' }
  /** The user tried too many times. For how long no further try is taken; null where that is not known. */
  | { kind: 'too-often'; minutes: number | null }

export interface PasswordPart {
  /**
   * Ends all other sessions of the person, and programs unless they are kept.
   * @throws AccessError with the server's reason, a wrong current password included
   */
  change(input: { current: string; next: string } & KeptPrograms): Promise<PasswordOutcome>
}
