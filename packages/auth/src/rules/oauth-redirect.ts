/**
 * Schemes that run in the browser or read this machine. Every other scheme of an app's own is allowed, as in RFC 8252
 * section 7.1.
 */
const DANGEROUS_SCHEMES: ReadonlySet<string> = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'javascript:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
])

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

const MAX_LENGTH = 2_048

/** What is wrong with an address that a client wants people to be sent back to; null for one that it may register. */
export function redirectProblem(text: string): string | null {
  if (text.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return 'it is no address'
  const url = new URL(text)
  if (text.includes('#')) return 'it has a fragment'
  if (url.username !== '' || url.password !== '') return 'it names a user'
  if (text.includes('\\') || text.includes('*')) return 'it has characters that stand for others'
  if (DANGEROUS_SCHEMES.has(url.protocol)) return `${url.protocol} is not allowed`
  if (url.protocol === 'http:' && !isLoopback(url)) return 'http is only allowed on this machine; use https'
  return null
}

/**
 * Whether this very address is registered. Nothing is compared in part. Only the port of an http address on this machine
 * may differ, since native apps get whichever is free.
 * Source: RFC 9700 section 2.1, RFC 8252 section 7.3
 */
export function isRegisteredRedirect(given: string, registered: readonly string[]): boolean {
  if (registered.includes(given)) return true
  if (redirectProblem(given) !== null) return false
  const wanted = withoutPort(given)
  return wanted !== null && registered.some((address) => withoutPort(address) === wanted)
}

/** An http address on this machine as it was written, but for its port; null for any other. */
function withoutPort(text: string): string | null {
  const parts = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)(.*)$/.exec(text)
  return parts === null ? null : `${parts[1]} ${parts[2]}`
}

function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK_HOSTS.has(hostname)
}

/** The address with an answer for the client in its query. Source: RFC 6749 section 4.1.2, RFC 9207 */
export function redirectWith(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) if (value !== null) url.searchParams.set(name, value)
  return url.href
}
