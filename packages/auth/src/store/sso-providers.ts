import type { NewSsoProvider, SsoProvider, SsoProviderName } from '../model/sso-provider.ts'
import type { Transaction } from './transaction.ts'

export async function findSsoProvider(tx: Transaction, name: SsoProviderName): Promise<SsoProvider | null> {
  const [row] = await select(tx, condition(tx, name))
  return row ?? null
}

/** All providers, the oldest first; or those with this resource id, or with this prefix of it. */
export async function listSsoProviders(
  tx: Transaction,
  filter: { resourceId: string | null; resourceIdPrefix: string | null },
): Promise<SsoProvider[]> {
  const { resourceId, resourceIdPrefix } = filter
  if (resourceId !== null) return select(tx, condition(tx, { by: 'resource id', value: resourceId }))
  if (resourceIdPrefix !== null) {
    return select(tx, tx`starts_with(lower(p.resource_id), lower(${resourceIdPrefix}))`)
  }
  return select(tx, tx`true`)
}

function condition(tx: Transaction, { by, value }: SsoProviderName) {
  switch (by) {
    case 'id':
      return tx`p.id = ${value}`
    case 'resource id':
      return tx`lower(p.resource_id) = lower(${value})`
    case 'entity id':
      return tx`s.entity_id = ${value}`
    case 'domain':
      return tx`exists (
        select from auth.sso_domains d where d.sso_provider_id = p.id and d.domain = lower(${value})
      )`
  }
}

function select(tx: Transaction, where: ReturnType<typeof condition>): Promise<SsoProvider[]> {
  return tx<SsoProvider[]>`
    select
      p.id, p.resource_id as "resourceId", p.disabled, s.entity_id as "entityId", s.metadata_xml as "metadataXml",
      s.metadata_url as "metadataUrl", s.attribute_mapping as "attributeMapping", s.name_id_format as "nameIdFormat",
      array(
        select d.domain from auth.sso_domains d where d.sso_provider_id = p.id order by d.created_at, d.domain
      ) as domains,
      p.created_at as "createdAt", greatest(p.updated_at, s.updated_at) as "updatedAt"
    from auth.sso_providers p
    join auth.saml_providers s on s.sso_provider_id = p.id
    where ${where}
    order by p.created_at, p.id`
}

/** The first of these domains that belongs to another provider. */
export async function findTakenDomain(
  tx: Transaction,
  domains: readonly string[],
  except: string | null,
): Promise<{ domain: string; providerId: string } | null> {
  if (domains.length === 0) return null
  const [row] = await tx<{ domain: string; providerId: string }[]>`
    select domain, sso_provider_id as "providerId" from auth.sso_domains
    where domain in ${tx([...domains])} and sso_provider_id is distinct from ${except}::uuid
    order by domain limit 1`
  return row ?? null
}

/** Lets transactions that change providers wait for each other, so that what was looked up still holds at the write. */
export async function lockSsoProviders(tx: Transaction): Promise<void> {
  await tx`lock table auth.sso_providers in share row exclusive mode`
}

/** Stores a provider that is new. Returns its id. */
export async function insertSsoProvider(tx: Transaction, provider: NewSsoProvider): Promise<string> {
  const [row] = await tx<[{ id: string }]>`
    insert into auth.sso_providers (resource_id, disabled) values (${provider.resourceId}, ${provider.disabled})
    returning id`
  await tx`
    insert into auth.saml_providers (
      sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format
    ) values (
      ${row.id}, ${provider.entityId}, ${provider.metadataXml}, ${provider.metadataUrl},
      ${JSON.stringify(provider.attributeMapping)}::text::jsonb, ${provider.nameIdFormat}
    )`
  await setDomains(tx, row.id, provider.domains)
  return row.id
}

/** Stores what a provider is like now; its entity id stays. */
export async function updateSsoProvider(tx: Transaction, provider: SsoProvider): Promise<void> {
  await tx`
    update auth.sso_providers
    set resource_id = ${provider.resourceId}, disabled = ${provider.disabled}, updated_at = now()
    where id = ${provider.id}`
  await tx`
    update auth.saml_providers
    set
      metadata_xml = ${provider.metadataXml}, metadata_url = ${provider.metadataUrl},
      attribute_mapping = ${JSON.stringify(provider.attributeMapping)}::text::jsonb,
      name_id_format = ${provider.nameIdFormat}, updated_at = now()
    where sso_provider_id = ${provider.id}`
  await setDomains(tx, provider.id, provider.domains)
}

async function setDomains(tx: Transaction, id: string, domains: readonly string[]): Promise<void> {
  await tx`
    delete from auth.sso_domains
    where sso_provider_id = ${id} and domain <> all (${[...domains]}::text[])`
  for (const domain of domains) {
    await tx`
      insert into auth.sso_domains (sso_provider_id, domain) values (${id}, ${domain}) on conflict do nothing`
  }
}

export async function deleteSsoProvider(tx: Transaction, id: string): Promise<void> {
  await tx`delete from auth.sso_providers where id = ${id}`
}

/** Ends the sessions of all users with an identity of this provider. */
export async function deleteSessionsOfProvider(tx: Transaction, id: string): Promise<void> {
  await tx`
    delete from auth.sessions s using auth.identities i
    where i.user_id = s.user_id and i.provider = ${`sso:${id}`}`
}

/** Providers whose metadata was fetched from an address, more than a day ago. */
export async function findStaleProviders(tx: Transaction): Promise<SsoProvider[]> {
  return select(
    tx,
    tx`s.metadata_url is not null and not p.disabled and s.updated_at < now() - interval '24 hours'`,
  )
}

/** Replaces a provider's metadata with what was fetched, or stores that nothing changed. */
export async function refreshMetadata(tx: Transaction, id: string, metadataXml: string): Promise<void> {
  await tx`
    update auth.saml_providers set metadata_xml = ${metadataXml}, updated_at = now() where sso_provider_id = ${id}`
}

/** Stores that an assertion was used; false when it had been used before. */
export async function useAssertion(
  tx: Transaction,
  assertion: { providerId: string; id: string; expiresAt: Date },
): Promise<boolean> {
  const used = await tx`
    insert into auth.saml_assertions (sso_provider_id, assertion_id, expires_at)
    values (${assertion.providerId}, ${assertion.id}, ${assertion.expiresAt})
    on conflict do nothing`
  return used.count > 0
}
