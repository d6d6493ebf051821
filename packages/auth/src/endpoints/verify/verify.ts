import { z } from 'zod'
import { validationFailed } from '../../errors/auth-errors.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { errorRedirect, redirect, withCode, withMessage, withSession } from '../../http/redirects.ts'
import { asAuthError, json } from '../../http/respond.ts'
import { flowOfSecret, hashOfSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { limitCodes } from '../shared/client-limits.ts'
import { grantResponse, sessionJson } from '../shared/grant.ts'
import { anyPhoneIn, emailIn, redirectIn } from '../shared/inputs.ts'
import {
  isVerificationType,
  OTHER_MAILBOX_PENDING,
  type Proof,
  redeem,
  redeemForCode,
  type VerificationType,
} from './redeem.ts'

const bodySchema = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
})

/**
 * POST /verify: uses up a link's token, or the code beside it, and signs its user in. The page that our mails link to
 * calls this when its button is pressed, from any browser.
 */
export async function verifyPost(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, bodySchema)
  const type = verificationType(body.type)
  const proof = await proofIn(services, call, type, body)
  const grant = await redeem(services, call, type, proof)
  return grant === null ? json({ code: '200', msg: OTHER_MAILBOX_PENDING }) : grantResponse(services, grant)
}

/** Throws `validation_failed`, or `over_request_rate_limit` for codes. */
async function proofIn(
  services: Services,
  call: Call,
  type: VerificationType,
  body: z.output<typeof bodySchema>,
): Promise<Proof> {
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
  return { codeHash: services.codes.hash(body.token, sentTo), sentTo }
}

/** Where the code was sent: to a phone for the types `sms` and `phone_change`, else to a mailbox. */
function sentToIn(type: VerificationType, { email, phone }: z.output<typeof bodySchema>): string {
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
 * GET /verify: the same for links that lead straight here, as in templates of Supabase projects. Redirects to an allowed
 * address with a session, with a code for the browser that asked for the mail, or with the reason of a refusal.
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
      return redirect(
        code === null ? withMessage(target, OTHER_MAILBOX_PENDING, flow) : withCode(target, code),
      )
    }
    const grant = await redeem(services, call, type, token)
    if (grant === null) return redirect(withMessage(target, OTHER_MAILBOX_PENDING, flow))
    return redirect(withSession(target, type, await sessionJson(services, grant)))
  } catch (error) {
    const refusal = asAuthError(error)
    if (refusal.status >= 500) throw refusal
    return redirect(errorRedirect(target, refusal, flow))
  }
}

function verificationType(text: string | null): VerificationType {
  if (text === null || text === '') throw validationFailed('Verify requires a verification type')
  if (!isVerificationType(text)) throw validationFailed('Unsupported verification type')
  return text
}
