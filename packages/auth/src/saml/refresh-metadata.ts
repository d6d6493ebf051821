import type { Privileged } from '@cairn/postgres/pool/privileged'
import { findStaleProviders, refreshMetadata } from '../store/sso-providers.ts'
import { readIdpMetadata } from './idp-metadata.ts'
import type { Saml } from './saml.ts'

/** The ids of identity providers with a metadata address whose metadata is a day old, but for some: certificates change. */
export async function staleSamlProviders(
  database: Privileged,
  without: readonly string[],
): Promise<string[]> {
  const stale = await database.transaction(findStaleProviders)
  return stale.map(({ id }) => id).filter((id) => !without.includes(id))
}

/**
 * Fetches a provider's metadata again, unless somebody has done so. Throws when it cannot be fetched or is of another
 * provider: then the old metadata stays.
 */
export async function refreshSamlMetadata(database: Privileged, saml: Saml, id: string): Promise<void> {
  const provider = (await database.transaction(findStaleProviders)).find((stale) => stale.id === id)
  if (provider === undefined || provider.metadataUrl === null) return
  const xml = await saml.fetchMetadata(provider.metadataUrl)
  const fresh = await readIdpMetadata(xml, saml.clock())
  if (fresh.entityId !== provider.entityId) throw new Error('The metadata is of another provider.')
  await database.transaction((tx) => refreshMetadata(tx, id, xml))
}
