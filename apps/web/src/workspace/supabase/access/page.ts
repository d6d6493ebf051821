import type { CallbackError } from '@cairn/workspace/port/access'
import { callbackErrorIn, isSignInCallback, withoutCallback } from '@/lib/address/sign-in-callback.ts'

/** The parts of the surrounding page that signing in and out needs. */
export interface Page {
  url(): URL
  /** Whether the official client has left a session here. */
  hasSession(): boolean
  /** The official client's verifier for this browser's last request for a mail (PKCE); null when there is none. */
  codeVerifier(): string | null
  /** Whether the address is the callback of a sign-in with a provider; only the official client can check it. */
  isSignInCallback(): boolean
  /** The error in the address of a callback, which is then removed from it; null when there is none. */
  takeCallbackError(): CallbackError | null
  /** Removes the parameters of a callback from the address. */
  leaveCallback(): void
  /** Calls the listener when another tab has signed in or out. */
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
    codeVerifier: () => localStorage.getItem(`${storageKey}-code-verifier`),
    isSignInCallback: () => isSignInCallback(url()),
    takeCallbackError() {
      const error = callbackErrorIn(url())
      if (error) leaveCallback()
      return error
    },
    leaveCallback,
    onSessionChange(listener: () => void) {
      addEventListener('storage', ({ key }) => {
        if (key === storageKey) listener()
      })
    },
    /** Calls the listener when the browser believes that it went offline or online. */
    onConnectionHint(listener: () => void) {
      for (const event of ['online', 'offline']) addEventListener(event, listener)
    },
  } satisfies Page & { onConnectionHint: unknown }
}

/** The key under which the official client keeps its session: the first label of the service host (CLIENT-04). */
export function sessionStorageKey(serviceUrl: string): string {
  return `sb-${new URL(serviceUrl).hostname.split('.')[0]}-auth-token`
}
