import { badGrant, OAuthError } from '../../errors/oauth-errors.ts'
import { type Call, deviceOf } from '../../http/call.ts'
import type { OAuthClient } from '../../model/oauth-client.ts'
import { NO_SESSION_LIMITS } from '../../model/session.ts'
import { verifierMatches } from '../../rules/pkce.ts'
import { writeAudit } from '../../store/audit.ts'
import { type IssuedCode, lockCode, useUpCode } from '../../store/oauth-authorizations.ts'
import { insertOAuthSession } from '../../store/oauth-sessions.ts'
import { deleteSession } from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import { hashOfSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { audienceIn, field } from './shared.ts'
import { type ClientGrant, makeClientGrant, tokenResponse } from './tokens.ts'

/** A request of a client that has shown who it is. */
export interface TokenRequest {
  client: OAuthClient
  form: URLSearchParams
}

type Outcome = { kind: 'granted'; grant: ClientGrant } | { kind: 'reused' }

/**
 * Exchanges a code: once, within a minute, by the client that it was given to, for the browser that began. A code that
 * comes twice was copied, so what it began ends.
 * Source: RFC 6749 section 4.1.3, RFC 7636 section 4.6, RFC 9700 section 4.2
 */
export async function codeGrant(services: Services, call: Call, request: TokenRequest): Promise<Response> {
  const { client, form } = request
  const code = field(form, 'code')
  const verifier = field(form, 'code_verifier')
  if (code === null || verifier === null)
    throw new OAuthError('invalid_request', 'code and code_verifier are required.')
  const outcome = await services.database.transaction(async (tx): Promise<Outcome> => {
    const issued = await lockCode(tx, hashOfSecret(code))
    if (issued === null || issued.authorization.client.id !== client.id) throw badGrant()
    if (issued.isUsed) return endCopied(tx, call, issued)
    requireSameRequest(services, issued, { form, verifier })
    return { kind: 'granted', grant: await begin(services, tx, call, issued) }
  })
  // Not before its end is committed.
  if (outcome.kind === 'reused') {
    services.observe({ kind: 'oauth-code-reused', requestId: call.requestId, clientId: client.clientId })
    throw badGrant()
  }
  return tokenResponse(services, outcome.grant)
}

async function endCopied(tx: Transaction, call: Call, issued: IssuedCode): Promise<Outcome> {
  if (issued.sessionId !== null) await deleteSession(tx, issued.sessionId)
  const traits = { client_id: issued.authorization.client.clientId }
  await writeAudit(tx, call, { action: 'oauth_code_reused', userId: issued.userId, traits })
  return { kind: 'reused' }
}

function requireSameRequest(
  services: Services,
  { authorization, isExpired }: IssuedCode,
  { form, verifier }: { form: URLSearchParams; verifier: string },
): void {
  const redirectUri = field(form, 'redirect_uri')
  if (isExpired || !verifierMatches(verifier, authorization.challenge)) throw badGrant()
  if (redirectUri !== null && redirectUri !== authorization.redirectUri) throw badGrant()
  requireAudience(services, form, authorization.audience)
}

/** A client may say again what its token is for, and not something else. Throws `invalid_target`. */
export function requireAudience(services: Services, form: URLSearchParams, audience: string): void {
  const resources = form.getAll('resource').filter((resource) => resource !== '')
  if (resources.length > 0 && audienceIn(services, resources) !== audience)
    throw new OAuthError('invalid_target', 'The person gave access to another resource.')
}

async function begin(
  services: Services,
  tx: Transaction,
  call: Call,
  { authorization, userId, approvedBy }: IssuedCode,
): Promise<ClientGrant> {
  const { client, scopes, audience, nonce } = authorization
  if (approvedBy === null) throw badGrant()
  const session = await insertOAuthSession(tx, {
    userId,
    approvedBy,
    clientRow: client.id,
    scopes,
    audience,
    device: deviceOf(call),
    limits: services.settings.sessions ?? NO_SESSION_LIMITS,
    lifetimeSeconds: client.grantTypes.includes('refresh_token') ? null : services.settings.jwtExpirySeconds,
  })
  if (session === null) throw badGrant()
  await useUpCode(tx, authorization.id, session.id)
  return makeClientGrant(services, tx, call, { client, session, scopes, method: 'authorization_code', nonce })
}
