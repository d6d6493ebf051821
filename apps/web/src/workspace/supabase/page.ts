import { isSignInCallback, refusalIn, withoutCallback } from '@/lib/sign-in-callback.ts'
import type { AccessRefusal } from '../port/access.ts'

/** What signing in and out has to do with the page around it. */
export interface Page {
  url(): URL
  /** Whether the official client has left a session here. */
  hasSession(): boolean
  /** Whether the address is where a sign-in elsewhere comes back to, which only the official client can judge. */
  isSignInCallback(): boolean
  /** Why it came back without success, which the address then does not say any more; null when it did not. */
  takeRefusal(): AccessRefusal | null
  /** Takes what came back out of the address. */
  leaveCallback(): void
  /** Hears that another tab has signed in or out. */
  onSessionChange(listener: () => void): void
}

/** The page in the browser, for the client of one service. */
export function browserPage(serviceUrl: string) {
  const storageKey = sessionStorageKey(serviceUrl)
  const url = () => new URL(location.href)
  const leaveCallback = () => history.replaceState(history.state, '', withoutCallback(url()))
  return {
    url,
    hasSession: () => localStorage.getItem(storageKey) !== null,
    isSignInCallback: () => isSignInCallback(url()),
    takeRefusal() {
      const refusal = refusalIn(url())
      if (refusal) leaveCallback()
      return refusal
    },
    leaveCallback,
    onSessionChange(listener: () => void) {
      addEventListener('storage', ({ key }) => {
        if (key === storageKey) listener()
      })
    },
    /** Hears that the browser thinks that the connection has gone or come. */
    onConnectionHint(listener: () => void) {
      for (const event of ['online', 'offline']) addEventListener(event, listener)
    },
  } satisfies Page & { onConnectionHint: unknown }
}

/** The key under which the official client keeps its session: the first label of the service host (CLIENT-04). */
export function sessionStorageKey(serviceUrl: string): string {
  return `sb-${new URL(serviceUrl).hostname.split('.')[0]}-auth-token`
}
