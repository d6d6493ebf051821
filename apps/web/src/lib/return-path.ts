import { z } from 'zod/mini'
import { withoutCallback } from './sign-in-callback.ts'

const remembered = z.object({ from: z.string() })

/**
 * Where to go after signing in, out of the state that a redirect to /auth left in the history. Only a path of this app
 * is taken: whatever could lead elsewhere, or back to /auth, becomes '/'.
 */
export function returnPath(state: unknown, origin: string): string {
  const parsed = remembered.safeParse(state)
  if (!parsed.success || !parsed.data.from.startsWith('/')) return '/'
  const target = URL.canParse(parsed.data.from, origin) ? new URL(parsed.data.from, origin) : null
  if (!target || target.origin !== new URL(origin).origin) return '/'
  if (target.pathname === '/auth' || target.pathname.startsWith('/auth/')) return '/'
  // A path like `/x/..//evil.test` becomes `//evil.test` here, which would name another host.
  if (target.pathname.startsWith('//')) return '/'
  return `${target.pathname}${target.search}${target.hash}`
}

/**
 * The state to redirect to /auth with, so that `returnPath` finds the way back. What a sign-in elsewhere left in the
 * address is not worth returning to.
 */
export function rememberPath(location: { pathname: string; search: string; hash: string }): { from: string } {
  const here = new URL(`${location.search}${location.hash}`, 'https://here.invalid')
  const { search, hash } = withoutCallback(here)
  return { from: `${location.pathname}${search}${hash}` }
}
