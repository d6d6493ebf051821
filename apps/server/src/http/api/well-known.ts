import type { WellKnown } from '@cairn/auth/endpoints/oauth-server/metadata'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Env } from '../request/context.ts'
import { MCP_PATH } from './mcp-path.ts'

/** Where the OAuth server is mounted; its issuer ends with it. */
const ISSUER_PATH = '/auth/v1'
const TEN_MINUTES = { 'cache-control': 'public, max-age=600' }

/**
 * Where clients look for the OAuth server: at the root of the host, with the path of the issuer or of the resource behind
 * it. Pages of every origin may read it.
 * Source: RFC 8414 section 3, RFC 9728 section 3
 */
export function wellKnown(published: WellKnown): Hono<Env> {
  const routes = new Hono<Env>()
  routes.use('/.well-known/*', cors({ origin: '*' }))
  for (const path of ['', ISSUER_PATH])
    routes.get(`/.well-known/oauth-authorization-server${path}`, (c) =>
      c.json(published.authorizationServer, 200, TEN_MINUTES),
    )
  routes.get(`/.well-known/openid-configuration${ISSUER_PATH}`, (c) =>
    c.json(published.authorizationServer, 200, TEN_MINUTES),
  )
  for (const [path, resource] of published.resources)
    for (const address of addressesOf(path))
      routes.get(`/.well-known/oauth-protected-resource${address}`, (c) => c.json(resource, 200, TEN_MINUTES))
  return routes
}

/** Where clients look for a resource: for the tools of assistants, some look at the root alone, or with a last slash. */
const addressesOf = (path: string) => (path === MCP_PATH ? [path, `${path}/`, ''] : [path])

/** The addresses that clients call from wherever they are, with their own credentials and no API key. */
export const OF_CLIENTS: ReadonlySet<string> = new Set(
  [
    '/oauth/token',
    '/oauth/revoke',
    '/oauth/userinfo',
    '/oauth/clients/register',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/.well-known/jwks.json',
  ].map((path) => ISSUER_PATH + path),
)
