import {
  currentPasswordInvalid,
  passwordUsedBefore,
  reauthenticationNeeded,
  reauthenticationNotValid,
  samePassword,
  tooManyRequests,
} from '../../errors/auth-errors.ts'
import type { AmrClaimRow } from '../../model/session.ts'
import { newPasswordIn } from '../../passwords/new-password.ts'
import { passwordChangeProof, signedInAt } from '../../rules/recent-sign-in.ts'
import { takeByCode } from '../../store/one-time-tokens.ts'
import { findPasswordHashes, type PasswordHashes, replacePassword } from '../../store/passwords.ts'
import { countHit, type RateLimit, resetHits } from '../../store/rate-limits.ts'
import { deleteOtherSessions, findAmrClaims } from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'
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

interface Facts {
  amr: readonly AmrClaimRow[]
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

/** Stores a new password, ends all other sessions and resets the count of attempts. */
export async function storeNewPassword(
  { settings }: Services,
  tx: Transaction,
  session: { id: string; userId: string },
  passwordHash: string,
): Promise<void> {
  const remembered = Math.max(settings.passwords.remembered - 1, 0)
  await replacePassword(tx, session.userId, { passwordHash, remembered })
  await deleteOtherSessions(tx, session)
  await resetHits(tx, PASSWORD_CHANGES, session.userId)
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
      amr: await findAmrClaims(tx, session.id),
      nonceAccepted: token !== null,
      hashes: await findPasswordHashes(tx, userId, Math.max(settings.passwords.remembered - 1, 0)),
    }
  })
  if (facts.wait !== null) throw tooManyRequests(facts.wait)
  return facts
}

async function requireProof(
  { passwords }: Services,
  { account, session }: SignedIn,
  { currentPassword, nonce }: PasswordChange,
  { amr, nonceAccepted, hashes }: Facts,
): Promise<void> {
  if (nonce !== null && !nonceAccepted) throw reauthenticationNotValid()
  const proof = passwordChangeProof({
    currentPasswordGiven: currentPassword !== null,
    signedInAtMs: signedInAt(amr, { messagesCount: true }),
    nowMs: session.now.getTime(),
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
