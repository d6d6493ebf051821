import { OAuthError } from '../../errors/oauth-errors.ts'
import type { Call } from '../../http/call.ts'
import { lockOAuthSession } from '../../store/oauth-sessions.ts'
import { deleteSession } from '../../store/sessions.ts'
import { InvalidAccessToken } from '../../tokens/token-refusals.ts'
import type { Services } from '../services.ts'
import { limitClientRequests } from '../shared/client-limits.ts'
import { authenticatedClient } from './client-authentication.ts'
import { clientForm, field, oauthServerOf } from './shared.ts'

/**
 * POST /oauth/revoke: a client needs a token no more. Whichever of a pair it names, both end at once. A token that does
 * not work is as good as ended.
 * Source: RFC 7009 sections 2.1 and 2.2
 */
export async function revokeToken(services: Services, call: Call): Promise<Response> {
  oauthServerOf(services)
  await limitClientRequests(services, call)
  const form = await clientForm(call)
  const client = await authenticatedClient(services, call, form)
  const token = field(form, 'token')
  if (token === null) throw new OAuthError('invalid_request', 'token is required.')
  const sessionId = services.clientRefreshTokens.read(token)?.sessionId ?? (await sessionOf(services, token))
  if (sessionId !== null)
    await services.database.transaction(async (tx) => {
      const session = await lockOAuthSession(tx, sessionId)
      if (session === null) return
      if (session.clientRow !== client.id)
        throw new OAuthError('invalid_request', 'The token was given to another client.')
      await deleteSession(tx, session.id)
    })
  // Clients of several libraries read every answer as JSON.
  return Response.json({}, { headers: { 'cache-control': 'no-store' } })
}

/** The session of an access token, whatever it is for; null when the token does not work. */
async function sessionOf(services: Services, token: string): Promise<string | null> {
  const { resources } = oauthServerOf(services)
  for (const audience of [undefined, ...resources.map((path) => services.publicUrl + path)])
    try {
      return (await services.accessTokens.verify(token, audience)).session_id
    } catch (error) {
      if (!(error instanceof InvalidAccessToken)) throw error
    }
  return null
}
