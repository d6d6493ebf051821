import { z } from 'zod'
import { json } from '../answers/respond.ts'
import { userJson } from '../answers/user.ts'
import { type Call, optionalText, readBody } from '../call.ts'
import {
  currentPasswordInvalid,
  emailChangeUnavailable,
  notAdmin,
  phoneDisabled,
  reauthenticationNeeded,
  samePassword,
  sessionNotFound,
  tooManyRequests,
  validationFailed,
} from '../errors.ts'
import { type Metadata, mergeMetadata, metadataProblem } from '../rules/metadata.ts'
import { passwordChangeProof } from '../rules/recent-sign-in.ts'
import type { Services } from '../services.ts'
import { forgetTurns, type RateLimit, takeTurn } from '../store/rate-limits.ts'
import { deleteOtherSessions, findAmrClaims, findLiveSession } from '../store/sessions.ts'
import type { Transaction } from '../store/transaction.ts'
import {
  findAccount,
  findPasswordHash,
  lockUserMetadata,
  setPasswordHash,
  setUserMetadata,
} from '../store/users.ts'
import { type SignedIn, signedIn } from './caller.ts'
import { newPasswordIn } from './inputs.ts'

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  current_password: optionalText,
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
})

type Changes = z.output<typeof bodySchema>

/** However the tries are spread over screens and sessions. */
const PASSWORD_CHANGES: RateLimit = {
  bucket: 'password changes of a user',
  limit: 5,
  windowSeconds: 15 * 60,
}

/**
 * PUT /user: changes one's own metadata or password. A new password needs the current one or a sign-in within the last
 * 10 minutes, and ends all other sessions.
 */
export async function updateUser(services: Services, call: Call): Promise<Response> {
  const caller = await signedIn(services, call)
  const changes = await readBody(call, bodySchema)
  const { user } = caller.account
  if (changes.app_metadata !== undefined && changes.app_metadata !== null) throw notAdmin()
  if (changes.phone !== null) throw phoneDisabled()
  if (changes.email !== null && changes.email.toLowerCase() !== user.email) throw emailChangeUnavailable()
  const passwordHash = await newPasswordHash(services, caller, changes)

  const account = await services.database.transaction(async (tx) => {
    const session = { id: caller.session.id, userId: user.id }
    // Once more, in the transaction that writes: it may have been ended while we hashed.
    if ((await findLiveSession(tx, session)) === null) throw sessionNotFound()
    if (passwordHash !== null) {
      await setPasswordHash(tx, user.id, passwordHash)
      await deleteOtherSessions(tx, session)
      await forgetTurns(tx, PASSWORD_CHANGES, user.id)
    }
    if (changes.data) await changeMetadata(tx, user.id, changes.data)
    return findAccount(tx, user.id)
  })
  if (account === null) throw sessionNotFound()
  if (passwordHash !== null) {
    services.observe({ kind: 'password-changed', requestId: call.requestId, userId: user.id })
  }
  return json(userJson(account))
}

/** The hash of a new password once everything speaks for it; null when none is wanted. */
async function newPasswordHash(
  services: Services,
  { account, session }: SignedIn,
  changes: Changes,
): Promise<string | null> {
  if (changes.password === null) return null
  const password = newPasswordIn(changes.password, services)
  const userId = account.user.id
  const facts = await services.database.transaction(async (tx) => ({
    wait: await takeTurn(tx, PASSWORD_CHANGES, userId),
    currentHash: await findPasswordHash(tx, userId),
    amr: await findAmrClaims(tx, session.id),
  }))
  if (facts.wait !== null) throw tooManyRequests(facts.wait)
  const proof = passwordChangeProof({
    currentPasswordGiven: changes.current_password !== null,
    signedInAtMs: facts.amr[0]?.at.getTime() ?? 0,
    nowMs: session.now.getTime(),
  })
  switch (proof) {
    case 'missing':
      throw reauthenticationNeeded()
    case 'check-current-password':
      if (!(await services.passwords.matches(changes.current_password ?? '', facts.currentHash))) {
        throw currentPasswordInvalid()
      }
      break
    case 'recent-sign-in':
  }
  if (await services.passwords.matches(password, facts.currentHash)) throw samePassword()
  return services.passwords.hash(password)
}

async function changeMetadata(tx: Transaction, userId: string, changes: Metadata): Promise<void> {
  const merged = mergeMetadata(await lockUserMetadata(tx, userId), changes)
  const problem = metadataProblem(merged)
  if (problem !== null) throw validationFailed(problem)
  await setUserMetadata(tx, userId, merged)
}
