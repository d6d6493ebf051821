import { z } from 'zod'
import { asAuthError } from '../answers/respond.ts'
import { type Call, deviceOf, optionalText, readBody } from '../call.ts'
import {
  confirmationFailed,
  flowStateNotFound,
  linkExpired,
  tokenExpired,
  userBanned,
  validationFailed,
} from '../errors.ts'
import { type Grant, grantResponse, makeGrant, sessionJson } from '../grants.ts'
import type { Services } from '../services.ts'
import { issueAuthCode } from '../store/flow-states.ts'
import { type OneTimeTokenType, takeOneTimeToken } from '../store/one-time-tokens.ts'
import { insertSession } from '../store/sessions.ts'
import type { Transaction } from '../store/transaction.ts'
import { confirmEmail } from '../store/users.ts'
import { flowOfSecret, hashOfSecret, newOneTimeSecret } from '../tokens/one-time.ts'
import { emailIn, redirectIn } from './inputs.ts'
import { errorRedirect, redirect, withCode, withSession } from './verify-redirects.ts'

/** What a link can be for, and which tokens it stands for. The types without any are known and never sent. */
const TOKENS_OF_TYPE = {
  signup: 'confirmation_token',
  email: 'confirmation_token',
  invite: null,
  magiclink: null,
  recovery: null,
  email_change: null,
} as const satisfies Record<string, OneTimeTokenType | null>

type LinkType = keyof typeof TOKENS_OF_TYPE

const bodySchema = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
})

/**
 * POST /verify: uses a link's token and signs its person in. This is what the page behind our mails calls when its button
 * is pressed, from whatever browser.
 */
export async function verifyPost(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, bodySchema)
  const type = linkType(body.type)
  if (body.phone !== null) throw validationFailed('Only an email address should be provided on verify')
  if ((body.token === null) === (body.token_hash === null)) {
    throw validationFailed('Verify requires either a token or a token hash')
  }
  if (body.token !== null && body.email === null) {
    throw validationFailed('An email address should be provided on verify')
  }
  if (body.token_hash !== null && body.email !== null) {
    throw validationFailed('Only the token_hash and type should be provided')
  }
  const sentTo = body.email === null ? null : emailIn(body.email)
  const secret = body.token ?? body.token_hash ?? ''

  const grant = await confirmAndSignIn(services, call, type, { hash: hashOfSecret(secret), sentTo })
  return grantResponse(services, grant)
}

/**
 * GET /verify: the same for links that lead straight here, as templates of Supabase projects do. Goes on to the allowed
 * address with a session or a code for the browser that signed up, or with the reason why not.
 */
export async function verifyGet(services: Services, call: Call): Promise<Response> {
  const secret = call.url.searchParams.get('token')
  if (secret === null || secret === '') throw validationFailed('Verify requires a token or a token hash')
  const type = linkType(call.url.searchParams.get('type'))
  const target = redirectIn(call, services)
  const flow = flowOfSecret(secret)
  try {
    const hash = hashOfSecret(secret)
    if (flow === 'pkce') return redirect(withCode(target, await confirmForCode(services, call, type, hash)))
    const grant = await confirmAndSignIn(services, call, type, { hash, sentTo: null })
    return redirect(withSession(target, type, await sessionJson(services, grant)))
  } catch (error) {
    const refusal = asAuthError(error)
    if (refusal.status >= 500) throw refusal
    return redirect(errorRedirect(target, refusal, flow))
  }
}

async function confirmAndSignIn(
  services: Services,
  call: Call,
  type: LinkType,
  token: { hash: string; sentTo: string | null },
): Promise<Grant> {
  const grant = await services.database.transaction(async (tx) => {
    const taken = await takeToken(tx, type, token)
    if (taken === null) throw token.sentTo === null ? linkExpired() : tokenExpired()
    await confirm(tx, taken.userId)
    const device = deviceOf(call)
    const session = await insertSession(tx, { userId: taken.userId, method: 'otp', device })
    if (session === null) throw userBanned(403)
    return makeGrant(services, tx, call, { session, method: 'otp' })
  })
  observeConfirmation(services, call, grant.account.user.id)
  return grant
}

async function confirmForCode(services: Services, call: Call, type: LinkType, hash: string): Promise<string> {
  const code = newOneTimeSecret()
  const userId = await services.database.transaction(async (tx) => {
    const taken = await takeToken(tx, type, { hash, sentTo: null })
    if (taken === null) throw linkExpired()
    await confirm(tx, taken.userId)
    if (!(await issueAuthCode(tx, taken.userId, hashOfSecret(code)))) throw flowStateNotFound()
    return taken.userId
  })
  observeConfirmation(services, call, userId)
  return code
}

function linkType(text: string | null): LinkType {
  if (text === null || text === '') throw validationFailed('Verify requires a verification type')
  if (!isLinkType(text)) throw validationFailed('Unsupported verification type')
  return text
}

function isLinkType(text: string): text is LinkType {
  return Object.hasOwn(TOKENS_OF_TYPE, text)
}

async function takeToken(
  tx: Transaction,
  type: LinkType,
  token: { hash: string; sentTo: string | null },
): Promise<{ userId: string } | null> {
  const tokenType = TOKENS_OF_TYPE[type]
  return tokenType === null ? null : takeOneTimeToken(tx, { type: tokenType, ...token })
}

/** The product's triggers run in here. When one refuses, nothing has happened and the link still works. */
async function confirm(tx: Transaction, userId: string): Promise<void> {
  try {
    await confirmEmail(tx, userId)
  } catch (error) {
    const known = asAuthError(error)
    throw known.code === 'unexpected_failure' ? confirmationFailed(error) : known
  }
}

function observeConfirmation(services: Services, call: Call, userId: string): void {
  services.observe({ kind: 'confirmed', requestId: call.requestId, userId })
}
