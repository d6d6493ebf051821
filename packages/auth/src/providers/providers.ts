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
  if (name === 'github') return githubProvider(settings)
  const url = settings.url ?? (name === 'google' ? GOOGLE : null)
  if (url === null) throw new Error(`The provider ${name} needs the address of its issuer.`)
  return oidcProvider({ ...settings, name, url, now })
}
