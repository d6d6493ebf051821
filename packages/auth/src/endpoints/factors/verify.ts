import { z } from 'zod'
import {
  challengeExpired,
  challengeNotFound,
  factorNotFound,
  tooManyRequests,
  wrongFactorCode,
} from '../../errors/auth-errors.ts'
import { readBody } from '../../http/body.ts'
import { type Call, deviceOf, uuidIn } from '../../http/call.ts'
import { stepOfCode } from '../../rules/totp.ts'
import { writeAudit } from '../../store/audit.ts'
import { type Challenge, deleteChallenges, findChallenge } from '../../store/challenges.ts'
import {
  deleteUnverifiedFactors,
  type FactorSecrets,
  lockFactorToShow,
  markFactorVerified,
} from '../../store/factors.ts'
import { countHit, type RateLimit, resetHits } from '../../store/rate-limits.ts'
import { takeRecoveryCode } from '../../store/recovery-codes.ts'
import { deleteOtherAal1Sessions, lockSession, upgradeSession } from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Refused } from '../../webauthn/ceremonies.ts'
import type { Services } from '../services.ts'
import { type Grant, grantResponse, makeGrant } from '../shared/grant.ts'
import { type SignedIn, signedIn } from '../shared/signed-in.ts'
import { tellChange } from '../shared/tell-change.ts'
import { type KeyAnswer, keyAnswerSchema, verifyKey } from './key-factor.ts'

/** Counted for all sessions together: an attacker who knows the password gets no more attempts by signing in again. */
const CODES: RateLimit = { bucket: 'factor codes of a user', limit: 5, windowSeconds: 15 * 60 }

const bodySchema = z
  .object({
    challenge_id: z.uuid(),
    code: z.string().max(100).default(''),
    webauthn: keyAnswerSchema.nullish(),
  })
  .refine(({ code, webauthn }) => code !== '' || webauthn, { path: ['code'], message: 'is missing' })

interface Attempt {
  factorId: string
  challengeId: string
  code: string
  /** The signature of a key; null for a code. */
  key: KeyAnswer | null
}

/** The proof with which the factor was verified. */
type Verified = { method: 'totp'; step: number } | { method: 'mfa/phone' | 'mfa/webauthn' | 'recovery_code' }

type Outcome =
  | { kind: 'verified'; grant: Grant }
  | { kind: 'wrong'; type: FactorSecrets['type']; cause: unknown }
  | { kind: 'wait'; seconds: number }

/**
 * POST /factors/{factorId}/verify: a code of the app, a code that was sent to the phone, the signature of a key, or a
 * recovery code upgrades the session to aal2. The first right code of a new factor makes it count, and ends the user's
 * other sessions at aal1.
 */
export async function verifyFactor(services: Services, call: Call): Promise<Response> {
  const caller = await signedIn(services, call)
  const factorId = uuidIn(call, 'factorId', factorNotFound)
  const body = await readBody(call, bodySchema)
  const attempt = { factorId, challengeId: body.challenge_id, code: body.code, key: body.webauthn ?? null }
  const outcome = await services.database.transaction((tx) => verify(services, tx, call, caller, attempt))
  const { requestId } = call
  const userId = caller.account.user.id
  switch (outcome.kind) {
    case 'wait':
      throw tooManyRequests(outcome.seconds)
    case 'wrong':
      services.observe({ kind: 'factor-refused', requestId, userId, cause: outcome.cause })
      throw wrongFactorCode(outcome.type)
    case 'verified':
      services.mail.wake()
      services.observe({ kind: 'factor-verified', requestId, userId })
      return grantResponse(services, outcome.grant)
  }
}

/** Returns refusals instead of throwing them, because the count of tried codes has to be committed. */
async function verify(
  services: Services,
  tx: Transaction,
  call: Call,
  caller: SignedIn,
  { factorId, challengeId, code, key }: Attempt,
): Promise<Outcome> {
  const { account, session } = caller
  const userId = account.user.id
  const factor = await lockFactorToShow(tx, { id: factorId, userId, sessionId: session.id })
  if (factor === null) throw factorNotFound()
  const challenge = await findChallenge(tx, { id: challengeId, factorId })
  if (challenge === null) throw challengeNotFound()
  if (challenge.expired) throw challengeExpired()
  const seconds = await countHit(tx, CODES, userId)
  if (seconds !== null) return { kind: 'wait', seconds }
  const verified =
    key !== null && factor.type === 'webauthn'
      ? await verifyKeyOf(services, tx, caller, { factor, challenge, answer: key })
      : await verifyCode(services, tx, { factor, userId, code, challenge })
  if ('cause' in verified) return { kind: 'wrong', type: factor.type, cause: verified.cause }

  await resetHits(tx, CODES, userId)
  const traits = { method: verified.method }
  await writeAudit(tx, call, { action: 'factor_verified', userId, traits })
  await deleteChallenges(tx, factorId)
  // A recovery code does not count as a use of the factor that it replaces.
  if (verified.method !== 'recovery_code') {
    await markFactorVerified(tx, factorId, verified.method === 'totp' ? verified.step : null)
  }
  if (!factor.verified) {
    await deleteUnverifiedFactors(tx, userId)
    await deleteOtherAal1Sessions(tx, { id: session.id, userId })
    const change = { kind: 'factor_added', subjectId: factorId } as const
    await tellChange(services, tx, call, { owner: account.user, change })
  }
  return { kind: 'verified', grant: await upgrade(services, tx, call, session.id, { factorId, ...verified }) }
}

async function verifyKeyOf(...given: Parameters<typeof verifyKey>): Promise<Verified | Refused> {
  const outcome = await verifyKey(...given)
  return outcome.kind === 'verified' ? { method: 'mfa/webauthn' } : outcome
}

/** Recovery codes replace only a verified factor: they must not complete an enrollment. */
async function verifyCode(
  services: Services,
  tx: Transaction,
  attempt: { factor: FactorSecrets; userId: string; code: string; challenge: Challenge },
): Promise<Verified | Refused> {
  const { factor, userId, code } = attempt
  const { recoveryCodes } = services
  const verified = verifyOwnCode(services, attempt)
  if (verified !== null) return verified
  const hashes = factor.verified ? recoveryCodes.hashes(code, userId) : []
  if (!(await takeRecoveryCode(tx, userId, hashes))) {
    return { kind: 'refused', cause: 'the code is wrong' }
  }
  return { method: 'recovery_code' }
}

/** Checks a code of the app, or a code that was sent to the phone. */
function verifyOwnCode(
  { factorSealer, codes }: Services,
  { factor, code, challenge }: { factor: FactorSecrets; code: string; challenge: Challenge },
): Verified | null {
  if (factor.type === 'webauthn') return null
  if (factor.secretSealed === null) {
    const right = codes.hashes(code, factor.id).some((hash) => hash === challenge.codeHash)
    return right ? { method: 'mfa/phone' } : null
  }
  const secret = factorSealer.open(factor.secretSealed, factor.id)
  const nowMs = challenge.now.getTime()
  const step = stepOfCode(code, { secret, lastUsedStep: factor.lastUsedStep, nowMs })
  return step === null ? null : { method: 'totp', step }
}

async function upgrade(
  services: Services,
  tx: Transaction,
  call: Call,
  sessionId: string,
  { factorId, method }: { factorId: string; method: Verified['method'] },
): Promise<Grant> {
  await upgradeSession(tx, sessionId, { factorId, method, device: deviceOf(call) })
  const session = await lockSession(tx, sessionId)
  if (session === null) throw factorNotFound()
  return makeGrant(services, tx, call, { session, method })
}
