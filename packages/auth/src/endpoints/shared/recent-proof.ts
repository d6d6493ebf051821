import { currentPasswordInvalid, proofNeeded, tooManyRequests } from '../../errors/auth-errors.ts'
import { passwordChangeProof } from '../../rules/recent-sign-in.ts'
import { findPasswordHashes } from '../../store/passwords.ts'
import { countHit, type RateLimit, resetHits } from '../../store/rate-limits.ts'
import { isRecentlyProven } from '../../store/recent-proof.ts'
import type { Services } from '../services.ts'
import type { SignedIn } from './signed-in.ts'

/** An attacker who holds a stolen session must not guess its password here. */
const PASSWORDS: RateLimit = { bucket: 'passwords for a way in', limit: 5, windowSeconds: 15 * 60 }

/**
 * Passes a caller who may add a way in (a passkey, a second factor) or let an app write: one who signed in within ten minutes
 * (which sign-ins count: store/recent-proof.ts), or who sends the current password; null for none. Throws `reauthentication_needed`,
 * `current_password_invalid` or `over_request_rate_limit`.
 */
export async function requireRecentProof(
  { database, passwords }: Services,
  { account, session }: SignedIn,
  password: string | null,
): Promise<void> {
  const userId = account.user.id
  const facts = await database.transaction(async (tx) => ({
    wait: password === null ? null : await countHit(tx, PASSWORDS, userId),
    isRecent: await isRecentlyProven(tx, session.id),
    hash: (await findPasswordHashes(tx, userId, 0)).current,
  }))
  if (facts.wait !== null) throw tooManyRequests(facts.wait)
  const proof = passwordChangeProof({
    currentPasswordGiven: password !== null,
    isRecentlyProven: facts.isRecent,
  })
  if (proof === 'missing') throw proofNeeded()
  if (proof === 'recent-sign-in') return
  if (!(await passwords.matches(password ?? '', facts.hash, userId))) throw currentPasswordInvalid()
  await database.transaction((tx) => resetHits(tx, PASSWORDS, userId))
}
