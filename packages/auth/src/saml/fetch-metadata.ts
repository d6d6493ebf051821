import { lookup as resolve } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** The metadata could not be fetched; the message says why, for the operator. */
export class MetadataUnreachable extends Error {
  override name = 'MetadataUnreachable'
}

const MAX_BYTES = 1024 * 1024
const TIMEOUT_MS = 10_000

/** Networks that no identity provider's public metadata is in (RFC 6890, and IPv4 mapped into IPv6). */
const NOT_PUBLIC = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const

// A list for each family: IPv4 addresses are looked up among IPv6 networks too.
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [network, prefix] of NOT_PUBLIC) {
  const family = network.includes(':') ? 'ipv6' : 'ipv4'
  notPublic[family].addSubnet(network, prefix, family)
}

/** Whether an IP address can be reached from anywhere. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.ipv4.check(address, 'ipv4')
    case 6:
      return !notPublic.ipv6.check(address, 'ipv6')
    default:
      return false
  }
}

export interface FetchOptions {
  /** Whether an address may be contacted; tests have a server on their own machine. */
  mayReach?: (address: string) => boolean
  /** A certificate to trust beside the usual ones. */
  ca?: string
}

/**
 * Fetches metadata over HTTPS, from a public address, without following redirects, within 10 s and up to 1 MiB. The
 * connection uses the very address that was checked, so DNS rebinding gains nothing. Throws
 * {@link MetadataUnreachable}.
 */
export async function fetchMetadata(
  address: string,
  { mayReach = isPublicAddress, ca }: FetchOptions = {},
): Promise<string> {
  const url = new URL(address)
  // Names are checked when they are looked up; a literal address is not looked up.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !mayReach(literal))
    throw new MetadataUnreachable('metadata_url is not a public address')
  return new Promise((done, fail) => {
    const failed = (cause: unknown) =>
      fail(
        cause instanceof MetadataUnreachable
          ? cause
          : new MetadataUnreachable('The SAML Metadata could not be fetched from metadata_url', { cause }),
      )
    const call = request(
      url,
      {
        headers: { accept: 'application/samlmetadata+xml, application/xml' },
        lookup: lookupWhere(mayReach),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        agent: false,
        ...(ca === undefined ? {} : { ca }),
      },
      (answer) => {
        if (answer.statusCode !== 200) {
          call.destroy()
          failed(
            new MetadataUnreachable(
              `HTTP ${answer.statusCode} error fetching SAML Metadata from metadata_url`,
            ),
          )
          return
        }
        readAll(answer).then(done, failed)
      },
    )
    call.on('error', failed)
    call.end()
  })
}

async function readAll(answer: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new MetadataUnreachable('The SAML Metadata is larger than 1 MiB')
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

/** The usual lookup, reduced to addresses that may be contacted. */
function lookupWhere(mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const allowed = found.filter(({ address }) => mayReach(address))
      const [first] = allowed
      if (first === undefined) {
        return callback(new MetadataUnreachable('metadata_url is not a public address'), [])
      }
      return options.all === true ? callback(null, allowed) : callback(null, first.address, first.family)
    })
  }
}
