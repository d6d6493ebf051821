import { githubProvider } from './github.ts'
import { oidcProvider } from './oidc.ts'
import type { Provider, ProviderSettings } from './provider.ts'

/** Google and GitHub need no address. Any other provider is an OpenID Connect issuer that the settings name. */
const GOOGLE = 'https://accounts.google.com'

/**
 * The configured providers, by the names that clients use. ID tokens
 * are judged by `now`, in milliseconds since 1970. Throws where the address of an issuer is missing.
 */
export function createProviders(
  configured: Readonly<Record<string, ProviderSettings>>,
  now: () => number,
): ReadonlyMap<string, Provider> {
  return new Map(
    Object.entries(configured).map(([name, settings]) => [name, createProvider(name, settings, now)]),
  )
}

function createProvider(name: string, settings: ProviderSettings, now: () => number): Provider {
  const url = issuerOf(name, settings)
  return url === null ? githubProvider(settings) : oidcProvider({ ...settings, name, url, now })
}

/** The address of a provider's issuer; null for GitHub, which has none. Throws where it is missing. */
export function issuerOf(name: string, { url }: ProviderSettings): string | null {
  if (name === 'github') return null
  const issuer = url ?? (name === 'google' ? GOOGLE : null)
  if (issuer === null) throw new Error(`The provider ${name} needs the address of its issuer.`)
  return issuer
}
