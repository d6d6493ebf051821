/** Scopes of the protocol itself, beside those of the product. Source: OpenID Connect Core 1.0 sections 5.4 and 11 */
export const STANDARD_SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const

/** A single scope within a scope text. Source: RFC 6749 section 3.3 */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/

/**
 * The scopes that a client asks for, each once, in the order in which they are offered. null when it asks for one that is
 * not offered.
 */
export function readScopes(text: string, offered: readonly string[]): string[] | null {
  const asked = text.split(' ').filter((word) => word !== '')
  if (!asked.every((word) => SCOPE.test(word) && offered.includes(word))) return null
  return offered.filter((word) => asked.includes(word))
}

/** Whether all requested scopes were granted before. */
export function covers(given: readonly string[], asked: readonly string[]): boolean {
  return asked.every((scope) => given.includes(scope))
}

/** Whether one of the scopes, of the form `subject:verb`, lets a client change something. */
export function letsWrite(scopes: readonly string[]): boolean {
  return scopes.some((scope) => scope.endsWith(':write'))
}
