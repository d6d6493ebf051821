import { AccountMissing, WorkspaceError } from '@cairn/workspace/errors'
import type { Phrase } from '@cairn/workspace/lib/phrase'
import { askToSignIn } from '../rows/records.ts'
import type { FindCaller } from './membership.ts'

/**
 * The caller who creates something, and in which account.
 * @throws NotSignedIn with the given sentence; AccountMissing for a user who belongs to no account.
 */
export async function creator(findCaller: FindCaller, signInMessage: Phrase) {
  return findCaller().catch(askToSignIn(signInMessage)).catch(explainMissingAccount)
}

function explainMissingAccount(error: unknown): never {
  if (!(error instanceof WorkspaceError) || error.kind !== 'not-found') throw error
  throw new AccountMissing(error)
}
