import type { Metadata } from '../../model/account.ts'
import type { CodeChallenge } from '../../rules/pkce.ts'
import { insertSignUp } from '../../store/pending-sign-ups.ts'
import { databaseNow, type Transaction } from '../../store/transaction.ts'
import { insertAccount, setSentAt } from '../../store/users.ts'
import type { Contact } from './contact.ts'
import { buildAccount } from './new-account.ts'

export interface SignUpToStore {
  contact: Contact
  data: Metadata
  /** null for a user who signs in by mail or SMS. */
  passwordHash: string | null
  challenge: CodeChallenge | null
}

/** The user who waits for a confirmation, and the sign-up that it confirms. */
export interface StoredSignUp {
  userId: string
  signUpId: string
}

/**
 * Stores a sign-up for an address or number that nobody has confirmed: of a new user, or beside the earlier ones of the
 * user who waits already (`waiting`). Password and names belong to the sign-up until it is confirmed.
 */
export async function storeSignUp(
  tx: Transaction,
  waiting: { id: string } | null,
  { contact, data, passwordHash, challenge }: SignUpToStore,
): Promise<StoredSignUp> {
  const wanted = { [contact.kind]: contact.address, data, ...(waiting === null ? {} : { id: waiting.id }) }
  const account = buildAccount(wanted, await databaseNow(tx))
  const userId = account.user.id
  if (waiting === null) await insertAccount(tx, account, null)
  else await setSentAt(tx, userId, 'confirmation_sent_at')
  const signUpId = await insertSignUp(tx, {
    userId,
    passwordHash,
    metadata: account.user.raw_user_meta_data,
    challenge: challenge?.challenge ?? null,
  })
  return { userId, signUpId }
}
