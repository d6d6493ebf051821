import { BlockList, isIP } from 'node:net'

/** The address of the client: that of the peer, or the one that a trusted proxy names. */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | null) => string

const UNKNOWN = '0.0.0.0'

/** Whether an address is one of these addresses or in one of these ranges. */
export function trustedBy(entries: readonly string[]): (address: string) => boolean {
  // The list makes an object of each address that it is asked about.
  if (entries.length === 0) return () => false
  const trusted = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  return (given) => {
    const address = plainAddress(given)
    return isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
}

/**
 * Reads X-Forwarded-For from the right, past the proxies that the operator trusts; what a client wrote into it itself
 * is never believed.
 */
export function clientAddressFor(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = trustedBy(trustedProxies)

  return (peer, forwardedFor) => {
    let address = plainAddress(peer ?? '')
    const hops = (forwardedFor ?? '').split(',').map((hop) => plainAddress(hop.trim()))
    while (isTrusted(address)) {
      const hop = hops.pop()
      if (hop === undefined || isIP(hop) === 0) break
      address = hop
    }
    return isIP(address) === 0 ? UNKNOWN : address
  }
}

/** A dual-stack socket shows IPv4 peers as ::ffff:a.b.c.d. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}

/** Whether an address is this machine's own. A name is never one: 127.evil.test can lead here too. */
export function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

/** Whether an address leads to the machine of the user who opens it. */
export function leadsToThisMachine(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || isLoopback(host)
}
