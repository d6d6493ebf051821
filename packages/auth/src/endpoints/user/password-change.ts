import {
  currentPasswordInvalid,
  passwordUsedBefore,
  reauthenticationNeeded,
  reauthenticationNotValid,
  samePassword,
  tooManyRequests,
} from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { newPasswordIn } from '../../passwords/new-password.ts'
import { passwordChangeProof } from '../../rules/recent-sign-in.ts'
import { takeByCode } from '../../store/one-time-tokens.ts'
import { findPasswordHashes, type PasswordHashes, replacePassword } from '../../store/passwords.ts'
import { countHit, type RateLimit, resetHits } from '../../store/rate-limits.ts'
import { isRecentlyProven } from '../../store/recent-proof.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'
import { endAccess } from '../shared/end-access.ts'
import type { SignedIn } from '../shared/signed-in.ts'

/** Counted for all sessions of a user together. */
const PASSWORD_CHANGES: RateLimit = {
  bucket: 'password changes of a user',
  limit: 5,
  windowSeconds: 15 * 60,
}

/** The fields of a change of password. */
export interface PasswordChange {
  password: string
  currentPassword: string | null
  /** The code of GET /reauthenticate. */
  nonce: string | null
}

/** A password that has passed all checks, and in which session. */
export interface StoredPassword {
  session: { id: string; userId: string }
  passwordHash: string
  keepsPrograms: boolean
}

interface Facts {
  isRecent: boolean
  nonceAccepted: boolean
  hashes: PasswordHashes
}

/**
 * The hash of the new password, after all checks: it is strong enough; the caller proved within the last ten minutes
 * that they are the user (current password, sign-in, or a code by mail); it is none of the last passwords. Every
 * attempt is counted.
 */
export async function hashOfNewPassword(
  services: Services,
  caller: SignedIn,
  change: PasswordChange,
): Promise<string> {
  const password = await newPasswordIn(services, change.password, 'atChange')
  const facts = await loadFacts(services, caller, change)
  await requireProof(services, caller, change, facts)
  await refuseReused(services, caller, password, facts.hashes)
  return services.passwords.hash(password, caller.account.user.id)
}

/** Stores a new password, ends all other sessions, by default programs too, and resets the count of attempts. */
export async function storeNewPassword(
  services: Services,
  tx: Transaction,
  call: Call,
  { session, passwordHash, keepsPrograms }: StoredPassword,
): Promise<void> {
  const { id: exceptSession, userId } = session
  const remembered = Math.max(services.settings.passwords.remembered - 1, 0)
  await replacePassword(tx, userId, { passwordHash, remembered })
  await endAccess(services, tx, call, { userId, reason: 'password_changed', exceptSession, keepsPrograms })
  await resetHits(tx, PASSWORD_CHANGES, userId)
}

async function loadFacts(
  { database, settings, codes }: Services,
  { account, session }: SignedIn,
  { nonce }: PasswordChange,
): Promise<Facts> {
  const { id: userId, email, phone } = account.user
  const sentTo = email ?? phone
  const facts = await database.transaction(async (tx) => {
    const wait = await countHit(tx, PASSWORD_CHANGES, userId)
    const token =
      nonce === null || sentTo === null || wait !== null
        ? null
        : await takeByCode(tx, {
            types: ['reauthentication_token'],
            sentTo,
            codeHashes: codes.hashes(nonce, sentTo),
          })
    return {
      wait,
      isRecent: await isRecentlyProven(tx, session.id, { messagesCount: true }),
      nonceAccepted: token !== null,
      hashes: await findPasswordHashes(tx, userId, Math.max(settings.passwords.remembered - 1, 0)),
    }
  })
  if (facts.wait !== null) throw tooManyRequests(facts.wait)
  return facts
}

async function requireProof(
  { passwords }: Services,
  { account }: SignedIn,
  { currentPassword, nonce }: PasswordChange,
  { isRecent, nonceAccepted, hashes }: Facts,
): Promise<void> {
  if (nonce !== null && !nonceAccepted) throw reauthenticationNotValid()
  const proof = passwordChangeProof({
    currentPasswordGiven: currentPassword !== null,
    isRecentlyProven: isRecent,
  })
  switch (proof) {
    case 'missing':
      if (!nonceAccepted) throw reauthenticationNeeded()
      return
    case 'check-current-password':
      if (!(await passwords.matches(currentPassword ?? '', hashes.current, account.user.id)))
        throw currentPasswordInvalid()
      return
    case 'recent-sign-in':
      return
  }
}

async function refuseReused(
  { passwords, settings }: Services,
  { account }: SignedIn,
  password: string,
  { current, earlier }: PasswordHashes,
): Promise<void> {
  if (await passwords.matches(password, current, account.user.id)) throw samePassword()
  const matches = await Promise.all(earlier.map((hash) => passwords.matches(password, hash, account.user.id)))
  if (matches.includes(true)) throw passwordUsedBefore(settings.passwords.remembered)
}
