import { z } from 'zod'
import {
  passkeyExists,
  passkeysNotForAnonymous,
  passkeysNotForSso,
  tooManyPasskeys,
  webAuthnChallengeExpired,
  webAuthnChallengeNotFound,
  webAuthnRefused,
} from '../../errors/passkey-errors.ts'
import { optionalText, readBody, readOptionalBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { writeAudit } from '../../store/audit.ts'
import { lockFactorsOf } from '../../store/factors.ts'
import { findKeys, findPasskeys, insertKey, type PasskeyRow } from '../../store/passkeys.ts'
import type { Transaction } from '../../store/transaction.ts'
import { insertWebAuthnChallenge, takeWebAuthnChallenge } from '../../store/webauthn-challenges.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'
import { nameOfAuthenticator } from '../../webauthn/authenticator-names.ts'
import { CEREMONY_SECONDS } from '../../webauthn/ceremonies.ts'
import type { Services } from '../services.ts'
import { requireRecentProof } from '../shared/recent-proof.ts'
import { type SignedIn, signedIn } from '../shared/signed-in.ts'
import { tellChange } from '../shared/tell-change.ts'
import {
  accountNames,
  answerSchema,
  ceremoniesOf,
  MAX_PASSKEYS,
  nameSchema,
  passkeyJson,
  requirePasskeyLevel,
} from './shared.ts'

const optionsSchema = z.object({ current_password: optionalText })
const verifySchema = answerSchema.extend({ friendly_name: nameSchema.nullish() })

/**
 * POST /passkeys/registration/options: begins to add a passkey to the caller's account. It is a further way in, so it
 * needs the second factor where there is one, and a sign-in within ten minutes or the current password
 * (`current_password`, an addition of ours). Which sign-ins count: recent-sign-in.ts. Throws `insufficient_aal`, `reauthentication_needed`, `too_many_passkeys`.
 */
export async function passkeyRegistrationOptions(services: Services, call: Call): Promise<Response> {
  const ceremonies = ceremoniesOf(services)
  const caller = await registrant(services, call)
  const { current_password: password } = await readOptionalBody(call, optionsSchema)
  await requireRecentProof(services, caller, password)
  const { user } = caller.account
  const challenge = newOneTimeSecret()
  const { keys, begun } = await services.database.transaction(async (tx) => {
    if ((await findPasskeys(tx, user.id)).length >= MAX_PASSKEYS) throw tooManyPasskeys()
    const terms = { sessionId: caller.session.id, email: null }
    const begun = await insertWebAuthnChallenge(tx, {
      ...terms,
      challengeHash: hashOfSecret(challenge),
      seconds: CEREMONY_SECONDS,
    })
    return { keys: await findKeys(tx, user.id), begun }
  })
  const options = await ceremonies.creationOptions(challenge, accountNames(caller), {
    exclude: keys,
    discoverable: true,
  })
  return json({ challenge_id: begun.id, options, expires_at: begun.expiresAt })
}

/**
 * POST /passkeys/registration/verify: stores the passkey that the browser has made, under `friendly_name` or the name of
 * its authenticator. Throws `webauthn_challenge_not_found`, `webauthn_challenge_expired`, `webauthn_verification_failed`,
 * `webauthn_credential_exists` or `too_many_passkeys`.
 */
export async function passkeyRegistrationVerify(services: Services, call: Call): Promise<Response> {
  const caller = await registrant(services, call)
  const body = await readBody(call, verifySchema)
  const outcome = await services.database.transaction((tx) => register(services, tx, call, caller, body))
  const { requestId } = call
  const userId = caller.account.user.id
  switch (outcome.kind) {
    case 'expired':
      throw webAuthnChallengeExpired()
    case 'refused':
      services.observe({ kind: 'passkey-refused', requestId, cause: outcome.cause })
      throw webAuthnRefused()
    case 'exists':
      throw passkeyExists()
    case 'full':
      throw tooManyPasskeys()
    case 'added':
      services.mail.wake()
      services.observe({ kind: 'passkey-added', requestId, userId })
      return json(passkeyJson(outcome.passkey))
  }
}

type Outcome =
  | { kind: 'added'; passkey: PasskeyRow }
  | { kind: 'refused'; cause: unknown }
  | { kind: 'expired' | 'exists' | 'full' }

/** Returns refusals instead of throwing them: that the challenge is used up has to be committed. */
async function register(
  services: Services,
  tx: Transaction,
  call: Call,
  { account, session }: SignedIn,
  body: z.output<typeof verifySchema>,
): Promise<Outcome> {
  const userId = account.user.id
  await lockFactorsOf(tx, userId)
  const challenge = await takeWebAuthnChallenge(tx, { id: body.challenge_id, sessionId: session.id })
  if (challenge === null) throw webAuthnChallengeNotFound()
  if (challenge.expired) return { kind: 'expired' }
  const made = await ceremoniesOf(services).verifyCreation(body.credential, challenge.challengeHash)
  if (made.kind === 'refused') return made
  if ((await findPasskeys(tx, userId)).length >= MAX_PASSKEYS) return { kind: 'full' }
  const name = body.friendly_name ?? nameOfAuthenticator(made.key.aaguid)
  const passkey = await insertKey(tx, made.key, { userId, factorId: null, name, aal: session.aal })
  if (passkey === null) return { kind: 'exists' }
  await writeAudit(tx, call, { action: 'passkey_created', userId, traits: { passkey_id: passkey.id } })
  const change = { kind: 'passkey_added', subjectId: passkey.id } as const
  await tellChange(services, tx, call, { owner: account.user, change })
  return { kind: 'added', passkey }
}

/** The caller, if they may have passkeys. Those of an identity provider and those without an address have none. */
async function registrant(services: Services, call: Call): Promise<SignedIn> {
  const caller = await signedIn(services, call)
  if (caller.account.user.is_sso_user) throw passkeysNotForSso()
  if (caller.account.user.is_anonymous) throw passkeysNotForAnonymous()
  requirePasskeyLevel(caller)
  return caller
}
