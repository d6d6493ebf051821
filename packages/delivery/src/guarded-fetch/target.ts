import { isIP } from 'node:net'
import { isAllowableAddress, isPublicAddress } from './addresses.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import { FetchRefused } from './fetch-refused.ts'

/** Where services of the web are; at other ports inner services are spoken to. */
const USUAL_PORTS: readonly number[] = [443, 8443]

/** An address that may be asked, as far as can be said before its name is looked up. */
export interface Target {
  url: URL
  /** Whether one of the host's addresses may be connected to. */
  mayReach: (address: string) => boolean
}

/**
 * Reads an address as browsers do (WHATWG URL), so that hosts in decimal, octal or hexadecimal are IP addresses like any
 * other. Throws {@link FetchRefused}.
 */
export function targetOf(address: string, allowed: AllowedHosts): Target {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new FetchRefused('address_refused', 'This is no address of the web.')
  if (url.username !== '' || url.password !== '')
    throw new FetchRefused('address_refused', 'The address must not hold a name or password.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  const isAllowed = allowed.has(host, port)
  const mayReach = isAllowed ? mayReachAllowed(host) : isPublicAddress
  if (!isAllowed && url.protocol !== 'https:')
    throw new FetchRefused('address_refused', 'The address must begin with https://.')
  if (!isAllowed && !USUAL_PORTS.includes(port))
    throw new FetchRefused('address_refused', `The port must be ${USUAL_PORTS.join(' or ')}.`)
  // Names are checked when they are looked up; an address is not looked up.
  if (isIP(host) !== 0 && !mayReach(host)) throw notReachable()
  return { url, mayReach }
}

/** A name that is allowed leads to no metadata of a cloud; an IP address is allowed as it stands. */
const mayReachAllowed = (host: string) =>
  isIP(host) === 0 ? isAllowableAddress : (address: string) => address === host

export const notReachable = () =>
  new FetchRefused('address_refused', 'The host is not on the public internet.')
