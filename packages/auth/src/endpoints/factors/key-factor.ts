import { z } from 'zod'
import { keyFactorsDisabled, validationFailed } from '../../errors/auth-errors.ts'
import { type Challenge, deleteChallenges } from '../../store/challenges.ts'
import type { FactorSecrets } from '../../store/factors.ts'
import { findKeyOfFactor, findKeys, insertKey, noteUse } from '../../store/passkeys.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Ceremonies, Refused } from '../../webauthn/ceremonies.ts'
import { assertionSchema, userOfHandle } from '../../webauthn/credential-json.ts'
import { accountNames } from '../passkeys/shared.ts'
import type { Services } from '../services.ts'
import type { SignedIn } from '../shared/signed-in.ts'

/** A second factor that is a key: with its first challenge the browser creates it, with later ones it signs. */

/** The response of the browser. The factor decides which of the two types it has to be. */
export const keyAnswerSchema = z.object({
  type: z.enum(['create', 'request']),
  credential_response: z.looseObject({}),
})
export type KeyAnswer = z.output<typeof keyAnswerSchema>

const KEY_NAME = 'Security key'

/** The options of a challenge for the browser. Throws `mfa_webauthn_enroll_not_enabled`. */
export async function keyOptions(
  services: Services,
  tx: Transaction,
  caller: SignedIn,
  { factor, challenge }: { factor: FactorSecrets; challenge: string },
): Promise<{ type: KeyAnswer['type']; credential_options: { publicKey: object } }> {
  const ceremonies = requireCeremonies(services)
  if (factor.verified) {
    const key = await findKeyOfFactor(tx, factor.id)
    const publicKey = await ceremonies.requestOptions(challenge, key === null ? [] : [key])
    return { type: 'request', credential_options: { publicKey } }
  }
  const others = { exclude: await findKeys(tx, caller.account.user.id), discoverable: false }
  const publicKey = await ceremonies.creationOptions(challenge, accountNames(caller), others)
  return { type: 'create', credential_options: { publicKey } }
}

/** Whether the browser's response is right; a new key is stored. The challenge is used up either way. */
export async function verifyKey(
  services: Services,
  tx: Transaction,
  caller: SignedIn,
  { factor, challenge, answer }: { factor: FactorSecrets; challenge: Challenge; answer: KeyAnswer },
): Promise<{ kind: 'verified' } | Refused> {
  const ceremonies = requireCeremonies(services)
  if (answer.type !== (factor.verified ? 'request' : 'create')) {
    throw validationFailed(`WebAuthn type must be ${factor.verified ? 'request' : 'create'} for this factor`)
  }
  const hash = challenge.codeHash ?? ''
  await deleteChallenges(tx, factor.id)
  const credential = answer.credential_response
  return factor.verified
    ? verifySignature(ceremonies, tx, { factor, hash, credential, userId: caller.account.user.id })
    : storeNewKey(ceremonies, tx, caller, { factor, hash, credential })
}

async function storeNewKey(
  ceremonies: Ceremonies,
  tx: Transaction,
  { account, session }: SignedIn,
  { factor, hash, credential }: { factor: FactorSecrets; hash: string; credential: unknown },
): Promise<{ kind: 'verified' } | Refused> {
  const made = await ceremonies.verifyCreation(credential, hash)
  if (made.kind === 'refused') return made
  const owner = { userId: account.user.id, factorId: factor.id, name: KEY_NAME, aal: session.aal }
  const stored = await insertKey(tx, made.key, owner)
  return stored === null ? { kind: 'refused', cause: 'the key is registered already' } : { kind: 'verified' }
}

async function verifySignature(
  ceremonies: Ceremonies,
  tx: Transaction,
  given: { factor: FactorSecrets; hash: string; credential: unknown; userId: string },
): Promise<{ kind: 'verified' } | Refused> {
  const { data: assertion, error } = assertionSchema.safeParse(given.credential)
  if (assertion === undefined) return { kind: 'refused', cause: error }
  const key = await findKeyOfFactor(tx, given.factor.id)
  if (key === null || assertion.id !== Buffer.from(key.credentialId).toString('base64url')) {
    return { kind: 'refused', cause: 'this is not the key of the factor' }
  }
  // The assertions of keys that are not discoverable contain no user.
  const { userHandle } = assertion.response
  if (userHandle !== null && userOfHandle(userHandle) !== given.userId) {
    return { kind: 'refused', cause: 'the key is kept for another user' }
  }
  const verified = await ceremonies.verifyRequest(assertion, given.hash, key)
  if (verified.kind === 'refused') return verified
  await noteUse(tx, key.id, verified.use)
  return { kind: 'verified' }
}

function requireCeremonies({ ceremonies }: Services): Ceremonies {
  if (ceremonies === null) throw keyFactorsDisabled()
  return ceremonies
}
