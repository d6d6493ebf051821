import type { AuthError } from '../errors/auth-errors.ts'

/** Where GET /verify sends the browser, and what it tells it in the address. */

/** Words of OAuth for a status, as clients expect them beside our code. */
const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
}

/** 303, so that the browser goes on with GET. */
export function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

/** For PKCE: a code that only the browser that began can exchange. */
export function withCode(target: string, code: string): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  return url.href
}

/** For the implicit flow: the session itself, behind the `#` that browsers do not send on, and what is still to be done. */
export function withSession(
  target: string,
  type: string,
  session: Record<string, unknown>,
  nextStep: string | null = null,
): string {
  const fragment = new URLSearchParams({ type, sb: '' })
  for (const name of ['access_token', 'token_type', 'expires_in', 'expires_at', 'refresh_token']) {
    fragment.set(name, String(session[name]))
  }
  if (nextStep !== null) fragment.set('next_step', nextStep)
  const url = new URL(target)
  url.hash = fragment.toString()
  return url.href
}

/** For what is not finished yet: a sentence, in the fragment, and for PKCE in the query as well. */
export function withMessage(target: string, message: string, flow: 'implicit' | 'pkce'): string {
  const url = new URL(target)
  if (flow === 'pkce') url.searchParams.set('message', message)
  url.hash = new URLSearchParams({ message, sb: '' }).toString()
  return url.href
}

/** The reason for a refusal, in the fragment, and for PKCE in the query as well. */
export function errorRedirect(target: string, error: AuthError, flow: 'implicit' | 'pkce'): string {
  const reason = new URLSearchParams({
    error: OAUTH_ERRORS[error.status] ?? 'server_error',
    error_code: error.code,
    error_description: error.message,
  })
  const url = new URL(target)
  if (flow === 'pkce') for (const [name, value] of reason) url.searchParams.set(name, value)
  reason.set('sb', '')
  url.hash = reason.toString()
  return url.href
}
