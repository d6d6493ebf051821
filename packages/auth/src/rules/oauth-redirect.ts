const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * A private-use scheme: a domain of the app's maker in reverse, so it begins with a top-level domain. Other schemes
 * belong to programs that exist on a machine anyway: `ms-msdt:`, `intent:`, `mailto:` and `x-apple.systempreferences:`
 * start them with the rest of the address. Source: RFC 8252 section 7.1
 */
const PRIVATE_USE_SCHEME = /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})(\.[a-z0-9-]{1,63})+:$/

const MAX_LENGTH = 2_048

/** The problem with a redirect address of a client; null for one that it may register. */
export function redirectProblem(text: string): string | null {
  if (text.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return 'it is no address'
  const url = new URL(text)
  if (text.includes('#')) return 'it has a fragment'
  if (url.username !== '' || url.password !== '') return 'it names a user'
  if (text.includes('\\') || text.includes('*')) return 'it has characters that stand for others'
  // Without both slashes, parsers read the address differently.
  if (/^https?:(?!\/\/[^/])/i.test(text)) return 'it is no address'
  if (url.protocol === 'http:' && !isLoopback(url)) return 'http is only allowed on this machine; use https'
  if (!hasAllowedScheme(url))
    return `${url.protocol} may start any program; use https, http on this machine or a scheme such as com.example.app:`
  return null
}

/** Whether it is an address with a scheme that is not allowed. */
export function hasRefusedScheme(text: string): boolean {
  return URL.canParse(text) && !hasAllowedScheme(new URL(text))
}

function hasAllowedScheme({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:' || PRIVATE_USE_SCHEME.test(protocol)
}

/**
 * Whether this very address is registered. Addresses are compared as a whole. Only the port of an http address on this
 * machine may differ, since native apps get whichever is free. An address that an earlier version accepted, and this
 * one does not, counts as not registered. Source: RFC 9700 section 2.1, RFC 8252 section 7.3
 */
export function isRegisteredRedirect(given: string, registered: readonly string[]): boolean {
  if (redirectProblem(given) !== null) return false
  if (registered.includes(given)) return true
  const wanted = withoutPort(given)
  return wanted !== null && registered.some((address) => withoutPort(address) === wanted)
}

/** An http address on this machine as it was written, without its port; null for any other. */
function withoutPort(text: string): string | null {
  const parts = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)(.*)$/.exec(text)
  return parts === null ? null : `${parts[1]} ${parts[2]}`
}

function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK_HOSTS.has(hostname)
}

/**
 * Whether only the named host receives requests to this address. On a person's own machine any program may listen at a
 * port, or have a scheme. Source: RFC 8252 section 8.6
 */
export function isSureOfReceiver(address: string): boolean {
  const url = new URL(address)
  return url.protocol === 'https:' && !isLoopback(url)
}

/** The address with a response for the client in its query. Source: RFC 6749 section 4.1.2, RFC 9207 */
export function redirectWith(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) if (value !== null) url.searchParams.set(name, value)
  return url.href
}
