/** Makes a request of the suite one that a client of this installation sends. */
type AsClient = (url: URL, headers: Headers) => void

/**
 * From here on requests pass `asClient` before they are sent: the suites were written for servers that stand behind no
 * gateway, or behind one with separate keys.
 */
export function sendAs(asClient: AsClient): void {
  const send = globalThis.fetch
  globalThis.fetch = (input, init) => {
    if (input instanceof Request || !URL.canParse(String(input))) return send(input, init)
    const url = new URL(String(input))
    const headers = new Headers(init?.headers)
    asClient(url, headers)
    return send(url, { ...init, headers })
  }
}
