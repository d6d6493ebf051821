import { z } from 'zod/mini'
import { withoutCallback } from './sign-in-callback.ts'

const remembered = z.object({ from: z.string() })

/**
 * The path to return to after signing in, read from the location state of the redirect to /auth. Only a path of this app
 * is accepted: an address of another host, or of a screen for signing in, becomes '/'.
 */
export function returnPath(state: unknown, origin: string): string {
  const parsed = remembered.safeParse(state)
  if (!parsed.success || !parsed.data.from.startsWith('/')) return '/'
  const target = URL.canParse(parsed.data.from, origin) ? new URL(parsed.data.from, origin) : null
  if (!target || target.origin !== new URL(origin).origin) return '/'
  if (isSignInScreen(target.pathname)) return '/'
  // A path like `/x/..//evil.test` becomes `//evil.test` here, which would name another host.
  if (target.pathname.startsWith('//')) return '/'
  return `${target.pathname}${target.search}${target.hash}`
}

/**
 * The path that a mail may carry: that of the invitation which led here, otherwise '/'. Any other path would tell a
 * mistyped mailbox what the user looks at; the link of an invitation opens nothing to another address.
 */
export function mailedPath(state: unknown, origin: string): string {
  const path = returnPath(state, origin)
  return path.startsWith('/invitation?') ? path : '/'
}

/** A mail link may ask to sign in first, and goes on afterwards. */
function isSignInScreen(pathname: string): boolean {
  return pathname === '/auth' || (pathname.startsWith('/auth/') && pathname !== '/auth/confirm')
}

/**
 * The location state for a redirect to /auth, which `returnPath` reads. Parameters of an OAuth callback are left out.
 */
export function rememberPath(location: { pathname: string; search: string; hash: string }): { from: string } {
  const here = new URL(`${location.search}${location.hash}`, 'https://here.invalid')
  const { search, hash } = withoutCallback(here)
  return { from: `${location.pathname}${search}${hash}` }
}

/** The path that the link of a mail names by its whole address, by the rules of `returnPath`; '/' where it names none. */
export function pathOfAddress(address: string | null, origin: string): string {
  const url = address !== null && URL.canParse(address) ? new URL(address) : null
  if (url === null || url.origin !== new URL(origin).origin) return '/'
  return returnPath({ from: `${url.pathname}${url.search}${url.hash}` }, origin)
}
