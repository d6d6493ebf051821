import { z } from 'zod'
import { emailNotConfirmed, userBanned } from '../../errors/auth-errors.ts'
import {
  webAuthnChallengeExpired,
  webAuthnChallengeNotFound,
  webAuthnRefused,
} from '../../errors/passkey-errors.ts'
import { captchaField } from '../../guards/captcha.ts'
import { optionalText, readBody, readOptionalBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { lockPasskey, noteUse } from '../../store/passkeys.ts'
import type { Transaction } from '../../store/transaction.ts'
import { findAccount } from '../../store/users.ts'
import { insertWebAuthnChallenge, takeWebAuthnChallenge } from '../../store/webauthn-challenges.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'
import { CEREMONY_SECONDS, type Ceremonies } from '../../webauthn/ceremonies.ts'
import { assertionSchema, userOfHandle } from '../../webauthn/credential-json.ts'
import type { Services } from '../services.ts'
import { limitPasskeys } from '../shared/client-limits.ts'
import { beginSession, type Grant, grantResponse, makeGrant } from '../shared/grant.ts'
import { emailIn } from '../shared/inputs.ts'
import { answerSchema, ceremoniesOf } from './shared.ts'

const optionsSchema = z.object({ gotrue_meta_security: captchaField, email: optionalText })

/**
 * POST /passkeys/authentication/options: begins a sign-in with a passkey. The answer is the same for everybody: the
 * person's device knows whose passkeys it has. Where an address was typed (`email`, an addition of ours), only a passkey
 * of that account will sign in.
 */
export async function passkeyAuthenticationOptions(services: Services, call: Call): Promise<Response> {
  const ceremonies = ceremoniesOf(services)
  const body = await readOptionalBody(call, optionsSchema)
  await services.captcha.require(call, body.gotrue_meta_security)
  const email = body.email === null ? null : emailIn(body.email)
  await limitPasskeys(services, call)
  const challenge = newOneTimeSecret()
  const begun = await services.database.transaction((tx) =>
    insertWebAuthnChallenge(tx, {
      challengeHash: hashOfSecret(challenge),
      sessionId: null,
      email,
      seconds: CEREMONY_SECONDS,
    }),
  )
  const options = await ceremonies.requestOptions(challenge)
  return json({ challenge_id: begun.id, options, expires_at: begun.expiresAt })
}

type Outcome =
  | { kind: 'signed-in'; grant: Grant }
  | { kind: 'refused'; cause: unknown }
  | { kind: 'expired' | 'banned' | 'unconfirmed' }

/**
 * POST /passkeys/authentication/verify: begins a session for the owner of the passkey, at the level at which it was added.
 * Throws `webauthn_challenge_not_found`, `webauthn_challenge_expired`, `webauthn_verification_failed`, `user_banned` or
 * `email_not_confirmed`.
 */
export async function passkeyAuthenticationVerify(services: Services, call: Call): Promise<Response> {
  const ceremonies = ceremoniesOf(services)
  const body = await readBody(call, answerSchema)
  await limitPasskeys(services, call)
  const outcome = await services.database.transaction((tx) => signIn(services, ceremonies, tx, call, body))
  const { requestId } = call
  if (outcome.kind === 'refused') {
    services.observe({ kind: 'passkey-refused', requestId, cause: outcome.cause })
    throw webAuthnRefused()
  }
  if (outcome.kind !== 'signed-in') {
    services.observe({ kind: 'sign-in-refused', requestId, reason: outcome.kind })
    if (outcome.kind === 'expired') throw webAuthnChallengeExpired()
    throw outcome.kind === 'banned' ? userBanned(403) : emailNotConfirmed()
  }
  const userId = outcome.grant.account.user.id
  services.observe({ kind: 'signed-in', requestId, userId, method: 'passkey' })
  return grantResponse(services, outcome.grant)
}

/** Returns refusals instead of throwing them: that the challenge is used up has to be committed. */
async function signIn(
  services: Services,
  ceremonies: Ceremonies,
  tx: Transaction,
  call: Call,
  body: z.output<typeof answerSchema>,
): Promise<Outcome> {
  const challenge = await takeWebAuthnChallenge(tx, { id: body.challenge_id, sessionId: null })
  if (challenge === null) throw webAuthnChallengeNotFound()
  if (challenge.expired) return { kind: 'expired' }
  const { data: assertion, error } = assertionSchema.safeParse(body.credential)
  if (assertion === undefined) return { kind: 'refused', cause: error }
  const passkey = await lockPasskey(tx, Buffer.from(assertion.id, 'base64url'))
  if (passkey === null) return { kind: 'refused', cause: 'nobody has this passkey' }
  if (userOfHandle(assertion.response.userHandle) !== passkey.userId) {
    return { kind: 'refused', cause: 'the passkey is kept for another user' }
  }
  const verified = await ceremonies.verifyRequest(assertion, challenge.challengeHash, passkey)
  if (verified.kind === 'refused') return verified

  const account = await findAccount(tx, passkey.userId)
  if (challenge.email !== null && challenge.email !== account?.user.email) {
    return { kind: 'refused', cause: 'the passkey is of another account than the address that was typed' }
  }
  if (account !== null && account.user.confirmed_at === null) return { kind: 'unconfirmed' }
  await noteUse(tx, passkey.id, verified.use)
  const method = 'passkey'
  const { userId, aal, id: passkeyId } = passkey
  const session = await beginSession(services, tx, call, { userId, method, aal, passkeyId })
  if (session === null) return { kind: 'banned' }
  return { kind: 'signed-in', grant: await makeGrant(services, tx, call, { session, method }) }
}
