import type { AuthSettings, OAuthServerSettings } from '@cairn/auth/options'

/** The scopes that people can grant to apps: those of `private.known_scopes`. */
const SCOPES = [
  'systems:read',
  'systems:write',
  'automations:read',
  'automations:write',
  'agents:read',
  'agents:write',
  'solutions:read',
  'solutions:write',
  'people:read',
  'audit:read',
] as const

/** Adds Cairn's own settings to the OAuth server that its configuration switches on. */
export function cairnOAuthServer(
  { oauthServer }: Pick<AuthSettings, 'oauthServer'>,
  { dynamicRegistration }: { dynamicRegistration: boolean },
): Pick<AuthSettings, 'oauthServer'> {
  if (oauthServer === undefined) return {}
  const settings: OAuthServerSettings = {
    ...oauthServer,
    scopes: SCOPES,
    resources: ['/mcp'],
    dynamicRegistration: dynamicRegistration || oauthServer.dynamicRegistration,
  }
  return { oauthServer: settings }
}
