import { isIPv4, isIPv6 } from 'node:net'

const GROUPS = 8
/** A customer of an IPv6 provider has at least a /64 network. */
const NETWORK_GROUPS = 4
/** Many have a /48, which are 65,536 of those. */
const WIDE_GROUPS = 3
const GROUP_BITS = 16

/**
 * The network by which requests of an address are counted: the address itself for IPv4, its /64 network for IPv6.
 * Anything else stands for itself.
 */
export function clientNetwork(address: string): string {
  return networkOf(address, NETWORK_GROUPS)
}

/** The same, but the /48 network for IPv6: the largest network that a customer can have. */
export function wideNetwork(address: string): string {
  return networkOf(address, WIDE_GROUPS)
}

function networkOf(address: string, wanted: number): string {
  if (isIPv4(address)) return address
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:([\d.]+)$/.exec(plain)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(GROUPS - before.length - after.length, 0) }, () => '0')
  const groups = tail === undefined ? before : [...before, ...zeros, ...after]
  const network = groups.slice(0, wanted).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/${wanted * GROUP_BITS}`
}
