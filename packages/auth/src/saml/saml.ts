import type { Privileged } from '@cairn/postgres/pool/privileged'
import type { Secret } from '../tokens/secrets.ts'
import { type FetchOptions, fetchMetadata } from './fetch-metadata.ts'
import { openSamlKeys } from './keys.ts'
import { createServiceProvider, type ServiceProvider } from './service-provider.ts'

/** Single sign-on, where an operator switched it on. */
export interface Saml {
  serviceProvider: ServiceProvider
  /** Fetches a provider's metadata; see fetch-metadata.ts. */
  fetchMetadata(url: string): Promise<string>
  clock: () => number
}

/** Below the issuer's address, as Supabase Auth has them. */
export const METADATA_PATH = '/sso/saml/metadata'
export const ACS_PATH = '/sso/saml/acs'

export interface SamlOptions {
  database: Privileged
  secret: Secret
  issuer: string
  clock: () => number
  fetching: FetchOptions
}

export async function openSaml({ database, secret, issuer, clock, fetching }: SamlOptions): Promise<Saml> {
  const keys = await openSamlKeys(database, secret, new URL(issuer).hostname)
  return {
    serviceProvider: createServiceProvider({
      keys,
      entityId: issuer + METADATA_PATH,
      acsUrl: issuer + ACS_PATH,
      clock,
    }),
    fetchMetadata: (url) => fetchMetadata(url, fetching),
    clock,
  }
}
