import { sessionNotFound, userBanned } from '../../errors/errors.ts'
import { authenticate, type Call } from '../../http/call.ts'
import { findSignedIn, type SignedInRow } from '../../store/signed-in.ts'
import type { Account } from '../../store/users.ts'
import type { Services } from '../services.ts'

/** Who is signed in, as the database has them now. */
export type SignedIn = SignedInRow

/**
 * The person behind the access token, if their session still exists. Throws `no_authorization`, `bad_jwt`,
 * `session_not_found` or `user_banned`.
 */
export async function signedIn(services: Services, call: Call): Promise<SignedIn> {
  const claims = await authenticate(call, services.accessTokens)
  const found = await services.database.statement((sql) =>
    findSignedIn(sql, { id: claims.session_id, userId: claims.sub }),
  )
  if (found === null) throw sessionNotFound()
  const bannedUntil = found.account.user.banned_until
  if (bannedUntil !== null && bannedUntil > found.session.now) throw userBanned(403)
  return found
}

/** Whether sign-in asks this person for a second factor. */
export function hasSecondFactor({ factors }: Account): boolean {
  return factors.some(({ status }) => status === 'verified')
}
