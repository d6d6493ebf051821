/** How identities, flows and tokens name a provider of single sign-on: `sso:<id>`. */
const PREFIX = 'sso:'

/** The name of all single sign-on where rules are about it. */
export const SAML = 'saml'

export function ssoProviderName(id: string): string {
  return PREFIX + id
}

/** The id in such a name; null for any other way to sign in. */
export function ssoProviderIn(name: string): string | null {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : null
}
