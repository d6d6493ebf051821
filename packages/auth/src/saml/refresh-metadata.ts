import type { Privileged } from '@cairn/postgres/privileged'
import type { Observe } from '../events.ts'
import type { SsoProvider } from '../model/sso-provider.ts'
import { findStaleProviders, refreshMetadata } from '../store/sso-providers.ts'
import { readIdpMetadata } from './idp-metadata.ts'
import type { Saml } from './saml.ts'

/**
 * Fetches the metadata of identity providers with a metadata address again once a day, for certificates change. When it
 * cannot be fetched, or is of another provider, the old metadata stays.
 */
export async function refreshSamlMetadata(database: Privileged, saml: Saml, observe: Observe): Promise<void> {
  for (const provider of await database.transaction(findStaleProviders)) {
    try {
      const xml = await freshMetadata(provider, saml)
      await database.transaction((tx) => refreshMetadata(tx, provider.id, xml))
    } catch (cause) {
      observe({ kind: 'sso-metadata-failed', providerId: provider.id, cause })
    }
  }
}

async function freshMetadata({ metadataUrl, entityId }: SsoProvider, saml: Saml): Promise<string> {
  if (metadataUrl === null) throw new Error('The provider has no address to fetch from.')
  const xml = await saml.fetchMetadata(metadataUrl)
  const fresh = await readIdpMetadata(xml, saml.clock())
  if (fresh.entityId !== entityId) throw new Error('The metadata is of another provider.')
  return xml
}
