import type { Phrase } from '../../lib/phrase.ts'
import { AccountMissing, WorkspaceError } from '../errors.ts'
import type { FindCaller } from './membership.ts'
import { askToSignIn } from './records.ts'

/**
 * The caller who creates something, and in which account.
 * @throws NotSignedIn with the given sentence; AccountMissing for a user who belongs to no account.
 */
export async function creator(findCaller: FindCaller, signInMessage: Phrase) {
  return findCaller().catch(askToSignIn(signInMessage)).catch(sayWhatIsMissing)
}

function sayWhatIsMissing(error: unknown): never {
  if (!(error instanceof WorkspaceError) || error.kind !== 'not-found') throw error
  throw new AccountMissing(error)
}
