import { OAuthError } from '../../errors/oauth-errors.ts'
import type { Call } from '../../http/call.ts'
import { redirect } from '../../http/redirects.ts'
import type { OAuthClient } from '../../model/oauth-client.ts'
import { isRegisteredRedirect, redirectWith } from '../../rules/oauth-redirect.ts'
import { readScopes } from '../../rules/oauth-scopes.ts'
import { readChallenge } from '../../rules/pkce.ts'
import { insertAuthorization, type NewAuthorization } from '../../store/oauth-authorizations.ts'
import type { Services } from '../services.ts'
import { limitDecisions } from '../shared/client-limits.ts'
import { currentClient } from './client-documents.ts'
import { asOAuthError, audienceIn, field, oauthServerOf, refuseRepeated, scopesFor } from './shared.ts'

/**
 * GET /oauth/authorize: a client sends a person here, and they are redirected to the consent page. A refusal is shown
 * here and is not redirected, as long as it is uncertain that the redirect address belongs to the client. Anyone can be
 * an unverified client, whose invalid requests would lead visitors from our address to theirs: its refusals are shown
 * here too. Source: RFC 6749 section 4.1.1, RFC 9700 section 4.11.2
 */
export async function authorizeClient(services: Services, call: Call): Promise<Response> {
  const query = call.url.searchParams
  try {
    await limitDecisions(services, call)
    const { client, redirectUri } = await whoAsks(services, call, query)
    const asked = readRequest(services, client, redirectUri, query)
    if (asked instanceof OAuthError) {
      if (client.registration !== 'manual') throw asked
      return sendBack(services, { redirectUri, query, error: asked })
    }
    const id = await services.database.transaction((tx) => insertAuthorization(tx, asked))
    return redirect(consentPage(services, { authorization_id: id }))
  } catch (error) {
    const refused = asOAuthError(error)
    if (refused === null || !isOfPerson(call) || services.settings.oauthServer === undefined) throw error
    return redirect(consentPage(services, { problem: refused.code }))
  }
}

/** Whether a browser sent the request and needs a page; any other program needs an API response. */
function isOfPerson({ request }: Call): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}

function consentPage(services: Services, query: Readonly<Record<string, string>>): string {
  return redirectWith(new URL(oauthServerOf(services).consentPath, services.settings.siteUrl).href, query)
}

/** The client, and the address to which the person returns. Errors in here are not sent to that address. */
async function whoAsks(
  services: Services,
  call: Call,
  query: URLSearchParams,
): Promise<{ client: OAuthClient; redirectUri: string }> {
  oauthServerOf(services)
  refuseRepeated(query)
  const clientId = field(query, 'client_id')
  if (clientId === null) throw new OAuthError('invalid_request', 'client_id is required.')
  const client = await currentClient(services, call, clientId)
  if (client === null) throw new OAuthError('invalid_client', 'There is no such client.')
  const redirectUri = field(query, 'redirect_uri')
  if (redirectUri === null) throw new OAuthError('invalid_redirect_uri', 'redirect_uri is required.')
  if (!isRegisteredRedirect(redirectUri, client.redirectUris))
    throw new OAuthError('invalid_redirect_uri', 'The client did not register this redirect_uri.')
  return { client, redirectUri }
}

/** The validated request of the client, or the reason to refuse it. */
function readRequest(
  services: Services,
  client: OAuthClient,
  redirectUri: string,
  query: URLSearchParams,
): NewAuthorization | OAuthError {
  if (field(query, 'response_type') !== 'code')
    return new OAuthError('unsupported_response_type', 'Only response_type=code is supported.')
  if (!['query', null].includes(field(query, 'response_mode')))
    return new OAuthError('invalid_request', 'Only response_mode=query is supported.')
  if (query.has('request') || query.has('request_uri'))
    return new OAuthError('invalid_request', 'Request objects are not supported.')
  const scopes = readScopes(field(query, 'scope') ?? client.scope ?? '', scopesFor(services, client))
  if (scopes === null)
    return new OAuthError('invalid_scope', 'The client asks for a scope that is not offered to it.')
  const pkce = readChallenge(field(query, 'code_challenge'), field(query, 'code_challenge_method'))
  if (pkce.kind !== 'given' || query.get('code_challenge_method') !== 'S256')
    return new OAuthError(
      'invalid_request',
      'PKCE is required: code_challenge with code_challenge_method=S256.',
    )
  const prompts = (field(query, 'prompt') ?? '').split(' ')
  if (prompts.includes('none'))
    return new OAuthError('login_required', 'The person has to be asked, so prompt=none is not possible.')
  const [state, nonce] = [field(query, 'state'), field(query, 'nonce')]
  if ((state?.length ?? 0) > 4_096 || (nonce?.length ?? 0) > 512)
    return new OAuthError('invalid_request', 'state or nonce is too long.')
  if (state?.includes('\0') || nonce?.includes('\0'))
    return new OAuthError('invalid_request', 'state or nonce has a NUL character.')
  try {
    const audience = audienceIn(services, query.getAll('resource'))
    const asksAgain = prompts.includes('consent')
    return {
      client,
      redirectUri,
      scopes,
      state,
      nonce,
      audience,
      challenge: pkce.challenge.challenge,
      asksAgain,
    }
  } catch (error) {
    if (error instanceof OAuthError) return error
    throw error
  }
}

function sendBack(
  { issuer }: Services,
  { redirectUri, query, error }: { redirectUri: string; query: URLSearchParams; error: OAuthError },
): Response {
  const answer = {
    error: error.code,
    error_description: error.message,
    state: field(query, 'state'),
    iss: issuer,
  }
  return redirect(redirectWith(redirectUri, answer))
}
