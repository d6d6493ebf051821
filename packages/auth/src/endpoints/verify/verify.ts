import { z } from 'zod'
import { validationFailed } from '../../errors/auth-errors.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { errorRedirect, redirect, withCode, withMessage, withSession } from '../../http/redirects.ts'
import { asAuthError, json } from '../../http/respond.ts'
import { clientNetwork } from '../../rules/client-network.ts'
import { flowOfSecret, hashOfSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { limitCodes } from '../shared/client-limits.ts'
import { sessionJson } from '../shared/grant.ts'
import { anyPhoneIn, emailIn, redirectIn } from '../shared/inputs.ts'
import { callerIfAny } from '../shared/signed-in.ts'
import type { Shown } from './proof.ts'
import { OTHER_MAILBOX_PENDING, redeem, redeemForCode } from './redeem.ts'
import { isVerificationType, type Sent, type VerificationType } from './types.ts'

const bodySchema = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  code_verifier: optionalText,
  password: optionalText,
  new_password: optionalText,
})

type Body = z.output<typeof bodySchema>

/**
 * The next step for a client after a confirmation that did not prove the password of the sign-up. It extends the
 * protocol.
 */
const SET_PASSWORD = {
  code: 'set_password',
  message:
    'The password of the sign-up does not count, because the person who opened this email may not have chosen it. Set a new one in this session (PUT /user) or by recovery.',
}

/** A redemption without any proof beside the link. */
function nothingShown(call: Call): Shown {
  const asker = clientNetwork(call.clientAddress)
  return { asker, caller: null, codeVerifier: null, password: null, newPassword: null }
}

/**
 * POST /verify: uses up a link's token, or the code beside it, and signs its user in. The page that our mails link to
 * calls this when its button is pressed, from any browser. In addition to the protocol's fields it accepts a proof of
 * the sign-up or the change: `code_verifier`, `password` or `new_password`, or the access token of the account. Where
 * the password of the sign-up was not proven, the response says so in `next_step`.
 */
export async function verifyPost(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, bodySchema)
  const type = verificationType(body.type)
  const sent = await sentIn(services, call, type, body)
  const redeemed = await redeem(services, call, type, { sent, shown: await shownIn(services, call, body) })
  if (redeemed === null) return json({ code: '200', msg: OTHER_MAILBOX_PENDING })
  const session = await sessionJson(services, redeemed.grant)
  return json(redeemed.lacksPassword ? { ...session, next_step: SET_PASSWORD } : session)
}

async function shownIn(services: Services, call: Call, body: Body): Promise<Shown> {
  const { code_verifier: codeVerifier, password, new_password: newPassword } = body
  // Each costs a hash.
  if (password !== null || newPassword !== null) await limitCodes(services, call)
  const caller = await callerIfAny(services, call)
  return { ...nothingShown(call), caller, codeVerifier, password, newPassword }
}

/** Throws `validation_failed`, or `over_request_rate_limit` for codes. */
async function sentIn(services: Services, call: Call, type: VerificationType, body: Body): Promise<Sent> {
  if ((body.token === null) === (body.token_hash === null)) {
    throw validationFailed('Verify requires either a token or a token hash')
  }
  if (body.token === null) {
    if (body.email !== null || body.phone !== null) {
      throw validationFailed('Only the token_hash and type should be provided')
    }
    return { hash: hashOfSecret(body.token_hash ?? '') }
  }
  const sentTo = sentToIn(type, body)
  await limitCodes(services, call)
  return { codeHashes: services.codes.hashes(body.token, sentTo), sentTo }
}

/** The recipient of the code: a phone for the types `sms` and `phone_change`, else a mailbox. */
function sentToIn(type: VerificationType, { email, phone }: Body): string {
  if ((email === null) === (phone === null)) {
    throw validationFailed('Only an email address or phone number should be provided on verify')
  }
  const toPhone = type === 'sms' || type === 'phone_change'
  if (toPhone !== (phone !== null)) {
    throw validationFailed(`Verifying ${phone === null ? 'an address' : 'a number'} needs another type`)
  }
  return phone === null ? emailIn(email ?? '') : anyPhoneIn(phone)
}

/**
 * GET /verify: the same for links that lead straight here, as in templates of Supabase projects. Redirects to an
 * allowed address with a session, with a code for the browser that asked for the mail, or with the reason of a refusal.
 */
export async function verifyGet(services: Services, call: Call): Promise<Response> {
  const secret = call.url.searchParams.get('token')
  if (secret === null || secret === '') throw validationFailed('Verify requires a token or a token hash')
  const type = verificationType(call.url.searchParams.get('type'))
  const target = redirectIn(call, services)
  const flow = flowOfSecret(secret)
  const token = { hash: hashOfSecret(secret) }
  try {
    if (flow === 'pkce') {
      const code = await redeemForCode(services, call, type, token)
      return redirect(withCode(target, code))
    }
    const redeemed = await redeem(services, call, type, { sent: token, shown: nothingShown(call) })
    if (redeemed === null) return redirect(withMessage(target, OTHER_MAILBOX_PENDING, flow))
    const session = await sessionJson(services, redeemed.grant)
    return redirect(withSession(target, type, session, redeemed.lacksPassword ? SET_PASSWORD.code : null))
  } catch (error) {
    const refusal = asAuthError(error)
    if (refusal.status >= 500) throw refusal
    return redirect(errorRedirect(target, refusal, flow))
  }
}

/** The type in a request to `/verify` and its neighbors. Throws `validation_failed`. */
export function verificationType(text: string | null): VerificationType {
  if (text === null || text === '') throw validationFailed('Verify requires a verification type')
  if (!isVerificationType(text)) throw validationFailed('Unsupported verification type')
  return text
}
