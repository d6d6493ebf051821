import { BlockList, isIP } from 'node:net'

/** A network: its first address and the length of its prefix. */
type Network = readonly [address: string, prefix: number]

/** Networks within an organisation or a machine (RFC 1918, 4193, 6598, and loopback). The operator may allow hosts in them. */
const INNER: readonly Network[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
]

/**
 * Networks that nobody's public service is in (IANA's special-purpose registries, RFC 6890): link-local ones with the
 * metadata of clouds, multicast, documentation, and IPv4 in IPv6 clothes: mapped, NAT64, 6to4, Teredo.
 */
const NEVER: readonly Network[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Public, and yet the machine's own: Azure's platform.
  ['168.63.129.16', 32],
  // AWS, Google and Oracle answer metadata here, within fc00::/7 and 100.64.0.0/10.
  ['fd00:ec2::', 32],
  ['fd20:ce::254', 128],
  ['fd00:c1::', 32],
  ['100.100.100.200', 32],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

const inner = blockList(INNER)
const never = blockList(NEVER)
const globalUnicast = blockList([['2000::', 3]])

interface Blocked {
  ipv4: BlockList
  ipv6: BlockList
}

/** Two lists: Node checks an IPv6 address against networks of IPv4 as well, as if it were mapped. */
function blockList(networks: readonly Network[]): Blocked {
  const blocked = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const [network, prefix] of networks) {
    const family = isIP(network) === 4 ? 'ipv4' : 'ipv6'
    blocked[family].addSubnet(network, prefix, family)
  }
  return blocked
}

function isIn(blocked: Blocked, address: string): boolean {
  return isIP(address) === 4 ? blocked.ipv4.check(address, 'ipv4') : blocked.ipv6.check(address, 'ipv6')
}

/** Whether an IP address can be reached from anywhere. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0 || isIn(never, address) || isIn(inner, address)) return false
  return version === 4 || isIn(globalUnicast, address)
}

/** Whether it is public or within an organisation or this machine: where a host may be that the operator has allowed. */
export function isAllowableAddress(address: string): boolean {
  return isPublicAddress(address) || (isIP(address) !== 0 && isIn(inner, address) && !isIn(never, address))
}
