import { AuthError } from '../../errors/auth-errors.ts'
import { OAuthError, oauthServerDisabled } from '../../errors/oauth-errors.ts'
import { readForm } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import type { OAuthClient } from '../../model/oauth-client.ts'
import type { OAuthServerSettings } from '../../options.ts'
import { audienceOf } from '../../rules/oauth-audience.ts'
import { readScopes, STANDARD_SCOPES } from '../../rules/oauth-scopes.ts'
import type { Services } from '../services.ts'

/** Throws `feature_disabled` where the OAuth server is switched off. */
export function oauthServerOf({ settings }: Services): OAuthServerSettings {
  if (settings.oauthServer === undefined) throw oauthServerDisabled()
  return settings.oauthServer
}

/** The scopes that clients may ask for. */
export function offeredScopes({ scopes }: OAuthServerSettings): readonly string[] {
  return [...STANDARD_SCOPES, ...scopes]
}

/** The scopes that the server offers to a client, limited to those that it registered for, if any. */
export function scopesFor(services: Services, { scope }: OAuthClient): readonly string[] {
  const offered = offeredScopes(oauthServerOf(services))
  return scope === null ? offered : (readScopes(scope, offered) ?? [])
}

/** The `aud` of a token for these resources. Throws `invalid_target`. */
export function audienceIn(services: Services, resources: readonly string[]): string {
  const { publicUrl } = services
  const audience = audienceOf(resources, { publicUrl, further: oauthServerOf(services).resources })
  if (audience === null) throw new OAuthError('invalid_target', 'There is no such resource here.')
  return audience
}

type Endpoint = (services: Services, call: Call) => Promise<Response>

/** Wraps an endpoint for clients: its refusals take OAuth's shape. Unexpected errors stay as they are, for the log. */
export function inWordsOfOAuth(endpoint: Endpoint): Endpoint {
  return async (services, call) => {
    try {
      return await endpoint(services, call)
    } catch (error) {
      const refused = asOAuthError(error)
      if (refused === null) throw error
      const body = { error: refused.code, error_description: refused.message }
      return json(body, refused.status, { ...refused.headers })
    }
  }
}

/** A refusal in OAuth's shape; null for anything else. */
export function asOAuthError(error: unknown): OAuthError | null {
  if (error instanceof OAuthError) return error
  if (!(error instanceof AuthError) || error.status >= 500) return null
  const { retryAfterSeconds } = error.details
  if (retryAfterSeconds === undefined)
    return new OAuthError('invalid_request', error.message, { status: error.status })
  return new OAuthError('temporarily_unavailable', error.message, {
    status: error.status,
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

/** The size that no request of a client exceeds. */
const MAX_FORM_BYTES = 16_384

/** The fields of a client's request. Throws `invalid_request` for a field that comes twice (RFC 6749 section 3.2). */
export async function clientForm(call: Call): Promise<URLSearchParams> {
  const type = call.request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    throw new OAuthError('invalid_request', 'Send application/x-www-form-urlencoded.')
  const form = await readForm(call, MAX_FORM_BYTES)
  refuseRepeated(form)
  return form
}

/** Only `resource` may come more than once. */
export function refuseRepeated(form: URLSearchParams): void {
  for (const name of new Set(form.keys()))
    if (name !== 'resource' && form.getAll(name).length > 1)
      throw new OAuthError('invalid_request', `${name.slice(0, 40)} is there more than once.`)
}

/** A field that may be missing or empty. */
export function field(form: URLSearchParams, name: string): string | null {
  return form.get(name) || null
}
