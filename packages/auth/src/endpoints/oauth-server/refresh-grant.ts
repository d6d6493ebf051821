import { badGrant, OAuthError } from '../../errors/oauth-errors.ts'
import { type Call, deviceOf } from '../../http/call.ts'
import type { OAuthClient } from '../../model/oauth-client.ts'
import { NO_SESSION_LIMITS } from '../../model/session.ts'
import { readScopes } from '../../rules/oauth-scopes.ts'
import { refreshOutcome } from '../../rules/refresh.ts'
import { scopeList } from '../../store/oauth-authorizations.ts'
import { lockOAuthSession, type OAuthSessionRow } from '../../store/oauth-sessions.ts'
import { advanceSession, deleteSession } from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { RefreshTokenContent } from '../../tokens/refresh-tokens.ts'
import type { Services } from '../services.ts'
import { requireAudience, type TokenRequest } from './code-grant.ts'
import { field } from './shared.ts'
import { type ClientGrant, makeClientGrant, tokenResponse } from './tokens.ts'

type Outcome = { kind: 'granted'; grant: ClientGrant } | { kind: 'refused' | 'reused' }

/**
 * Refreshes a client's session, and uses up the refresh token. As with a browser (token/refresh-grant.ts) the previous
 * token returns the same successor for 10 s, in case a response got lost; an older token was copied, and ends the
 * session. Source: RFC 6749 section 6, RFC 9700 section 4.14.2
 */
export async function clientRefreshGrant(
  services: Services,
  call: Call,
  { client, form }: TokenRequest,
): Promise<Response> {
  const text = field(form, 'refresh_token')
  if (text === null) throw new OAuthError('invalid_request', 'refresh_token is required.')
  if (!client.grantTypes.includes('refresh_token'))
    throw new OAuthError('unauthorized_client', 'The client did not register for refresh_token.')
  const token = services.clientRefreshTokens.read(text)
  if (token === null) throw badGrant()
  const outcome = await services.database.transaction((tx) =>
    continueSession(services, tx, call, { client, form, token }),
  )
  if (outcome.kind === 'granted') return tokenResponse(services, outcome.grant)
  if (outcome.kind === 'reused')
    services.observe({
      kind: 'refresh-token-reused',
      requestId: call.requestId,
      sessionId: token.sessionId,
    })
  throw badGrant()
}

async function continueSession(
  services: Services,
  tx: Transaction,
  call: Call,
  request: { client: OAuthClient; form: URLSearchParams; token: RefreshTokenContent },
): Promise<Outcome> {
  const { client, form, token } = request
  const session = await lockOAuthSession(tx, token.sessionId)
  if (session === null || session.clientRow !== client.id) return { kind: 'refused' }
  requireAudience(services, form, session.audience)
  const scopes = scopesWithin(form, scopeList(session.scopes))
  switch (outcomeFor(token, session)) {
    case 'not-issued':
    case 'expired':
      return { kind: 'refused' }
    case 'reused':
      await deleteSession(tx, session.id)
      return { kind: 'reused' }
    case 'repeat':
      return grant(services, tx, call, { client, session, scopes })
    case 'rotate': {
      const counter = session.refresh_token_counter + 1
      const limits = services.settings.sessions ?? NO_SESSION_LIMITS
      await advanceSession(tx, session.id, { counter, device: deviceOf(call), limits })
      return grant(services, tx, call, {
        client,
        session: { ...session, refresh_token_counter: counter },
        scopes,
      })
    }
  }
}

/** The scopes of this access token: all that were granted, or fewer. Throws `invalid_scope`. */
function scopesWithin(form: URLSearchParams, given: readonly string[]): readonly string[] {
  const asked = field(form, 'scope')
  const scopes = asked === null ? given : readScopes(asked, given)
  if (scopes === null) throw new OAuthError('invalid_scope', 'The person did not give all of these scopes.')
  return scopes
}

function outcomeFor(token: RefreshTokenContent, session: OAuthSessionRow) {
  return refreshOutcome(token.counter, {
    currentCounter: session.refresh_token_counter,
    refreshedAtMs: session.refreshed_at?.getTime() ?? null,
    notAfterMs: session.not_after?.getTime() ?? null,
    nowMs: session.now.getTime(),
  })
}

async function grant(
  services: Services,
  tx: Transaction,
  call: Call,
  given: { client: OAuthClient; session: OAuthSessionRow; scopes: readonly string[] },
): Promise<Outcome> {
  const made = await makeClientGrant(services, tx, call, { ...given, method: 'token_refresh', nonce: null })
  const bannedUntil = made.account.user.banned_until
  if (bannedUntil !== null && bannedUntil > given.session.now) return { kind: 'refused' }
  return { kind: 'granted', grant: made }
}
