import { isIP } from 'node:net'
import { ANY_ORIGIN } from '../../settings/config.ts'
import type { Problem } from '../request/problems.ts'

interface Allowed {
  publicUrl: string
  /** Origins that the operator lists for pages of others. */
  corsOrigins: readonly string[]
}

const FOREIGN_HOST: Problem = {
  status: 403,
  authCode: 'not_allowed',
  dataCode: 'PGRST301',
  message: 'This server is not reached by this name.',
  hint: 'Use the address that Cairn shows under Connect Your Assistant. A proxy has to pass on the header Host.',
}

const FOREIGN_ORIGIN: Problem = {
  status: 403,
  authCode: 'not_allowed',
  dataCode: 'PGRST301',
  message: 'Pages of this origin may not call this server.',
  hint: 'The operator can list the origin in CAIRN_CORS_ORIGINS.',
}

const hostOf = (url: string) => new URL(url).host.toLowerCase()

/** The name in a header Host, without its port; null for what is none. */
function nameIn(host: string): string | null {
  const url = URL.parse(`http://${host}`)
  return url !== null && url.host !== '' && url.pathname === '/' && url.username === '' ? url.hostname : null
}

/** A page can make its own name lead here, but neither an address nor localhost. */
function cannotBeRebound(host: string): boolean {
  const name = nameIn(host)
  return name !== null && (name === 'localhost' || isIP(name.replace(/^\[|\]$/g, '')) !== 0)
}

/**
 * Why a request may not reach the tools; null where it may. Its Host is ours, or one that no page can make lead here; a
 * page that calls is of our origin or a listed one. Source: Model Context Protocol 2026-07-28, Transports, Security.
 */
export function foreignness(headers: Headers, { publicUrl, corsOrigins }: Allowed): Problem | null {
  const host = headers.get('host')?.toLowerCase() ?? ''
  if (host !== hostOf(publicUrl) && !cannotBeRebound(host)) return FOREIGN_HOST
  const origin = headers.get('origin')
  if (origin === null || origin === new URL(publicUrl).origin) return null
  return corsOrigins.includes(ANY_ORIGIN) || corsOrigins.includes(origin) ? null : FOREIGN_ORIGIN
}
