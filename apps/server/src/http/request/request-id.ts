import { randomUUID } from 'node:crypto'
import { trustedBy } from './client-address.ts'

/**
 * The formats of ids that proxies make: UUIDs, ULIDs, hexadecimal numbers, and characters that join their parts. No
 * line break, quote or bracket.
 */
const VALID = /^[A-Za-z0-9._:/+=@~-]{8,128}$/

/**
 * The id of a request: that of the proxy in front, so that both logs name it alike, or one of our own. Only a proxy that
 * the operator trusts is believed: anybody else could give many requests one id, or that of another one.
 */
export function requestIdFor(
  trustedProxies: readonly string[],
): (peer: string | undefined, given: string | readonly string[] | undefined) => string {
  const isTrusted = trustedBy(trustedProxies)
  return (peer, given) =>
    typeof given === 'string' && VALID.test(given) && isTrusted(peer ?? '') ? given : randomUUID()
}
