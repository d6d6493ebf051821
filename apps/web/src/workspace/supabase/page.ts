/** What signing in and out has to do with the page around it. */
export interface Page {
  url(): URL
  /** Whether the official client has left a session here. */
  hasSession(): boolean
  /** Hears that another tab has signed in or out. */
  onSessionChange(listener: () => void): void
}

/** The page in the browser, for the client of one service. */
export function browserPage(serviceUrl: string) {
  const storageKey = sessionStorageKey(serviceUrl)
  return {
    url: () => new URL(location.href),
    hasSession: () => localStorage.getItem(storageKey) !== null,
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

const CALLBACK_PARAMETERS = ['code', 'access_token', 'error', 'error_code', 'error_description']

/** Whether an address is where a sign-in elsewhere comes back to, which only the official client can judge. */
export function isSignInCallback({ searchParams, hash }: URL): boolean {
  const inFragment = new URLSearchParams(hash.slice(1))
  return CALLBACK_PARAMETERS.some((name) => searchParams.has(name) || inFragment.has(name))
}
