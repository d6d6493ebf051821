import { authenticate, type Call } from '../call.ts'
import { sessionNotFound, userBanned } from '../errors.ts'
import type { Services } from '../services.ts'
import { findLiveSession, type SessionRow } from '../store/sessions.ts'
import type { Transaction } from '../store/transaction.ts'
import { type Account, findAccount } from '../store/users.ts'

/** Who is signed in, as the database has them now. */
export interface SignedIn {
  account: Account
  session: SessionRow
}

/**
 * The person behind the access token, if their session still exists. Throws `no_authorization`, `bad_jwt`,
 * `session_not_found` or `user_banned`.
 */
export async function signedIn(services: Services, call: Call): Promise<SignedIn> {
  const claims = await authenticate(call, services.accessTokens)
  return services.database.transaction((tx) =>
    findSignedIn(tx, { id: claims.session_id, userId: claims.sub }),
  )
}

/** Whether sign-in asks this person for a second factor. */
export function hasSecondFactor({ factors }: Account): boolean {
  return factors.some(({ status }) => status === 'verified')
}

async function findSignedIn(tx: Transaction, caller: { id: string; userId: string }): Promise<SignedIn> {
  const [session, account] = await Promise.all([findLiveSession(tx, caller), findAccount(tx, caller.userId)])
  if (session === null || account === null) throw sessionNotFound()
  const bannedUntil = account.user.banned_until
  if (bannedUntil !== null && bannedUntil > session.now) throw userBanned(403)
  return { account, session }
}
