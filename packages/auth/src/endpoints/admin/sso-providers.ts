import { z } from 'zod'
import { samlDisabled, ssoProviderNotFound } from '../../errors/sso-errors.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import type { SsoProvider } from '../../model/sso-provider.ts'
import type { Saml } from '../../saml/saml.ts'
import { writeAudit } from '../../store/audit.ts'
import {
  deleteSessionsOfProvider,
  deleteSsoProvider,
  findSsoProvider,
  listSsoProviders,
} from '../../store/sso-providers.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'

/** GET /admin/sso/providers: all of them, without their long metadata. */
export async function listProviders(services: Services, call: Call): Promise<Response> {
  samlOf(services)
  const query = call.url.searchParams
  const filter = {
    resourceId: query.get('resource_id') || null,
    resourceIdPrefix: query.get('resource_id_prefix') || null,
  }
  const providers = await services.database.transaction((tx) => listSsoProviders(tx, filter))
  return json({ items: providers.map((provider) => providerJson({ ...provider, metadataXml: '' })) })
}

/** GET /admin/sso/providers/{id}. */
export async function getProvider(services: Services, call: Call): Promise<Response> {
  samlOf(services)
  return json(providerJson(await services.database.transaction((tx) => findNamed(tx, call))))
}

/** DELETE /admin/sso/providers/{id}: its users are signed out and can no longer sign in; their accounts stay. */
export async function deleteProvider(services: Services, call: Call): Promise<Response> {
  samlOf(services)
  const provider = await services.database.transaction(async (tx) => {
    const found = await findNamed(tx, call)
    await deleteSessionsOfProvider(tx, found.id)
    await deleteSsoProvider(tx, found.id)
    await writeAudit(tx, call, {
      action: 'sso_provider_deleted',
      userId: null,
      traits: { provider_id: found.id },
    })
    return found
  })
  return json(providerJson(provider))
}

/** Throws `saml_provider_disabled` where single sign-on is switched off. */
export function samlOf({ saml }: Services): Saml {
  if (saml === null) throw samlDisabled()
  return saml
}

const RESOURCE = 'resource_'

/** The provider in the path, by its id or as `resource_<its resource id>`. Throws `sso_provider_not_found`. */
export async function findNamed(tx: Transaction, call: Call): Promise<SsoProvider> {
  const name = call.params['providerId'] ?? ''
  const provider = name.startsWith(RESOURCE)
    ? await findSsoProvider(tx, { by: 'resource id', value: name.slice(RESOURCE.length) })
    : z.uuid().safeParse(name).success
      ? await findSsoProvider(tx, { by: 'id', value: name })
      : null
  if (provider === null) throw ssoProviderNotFound('admin')
  return provider
}

/** A provider in Supabase Auth's shape. */
export function providerJson(provider: SsoProvider): Record<string, unknown> {
  const { keys } = provider.attributeMapping
  return {
    id: provider.id,
    ...(provider.resourceId === null ? {} : { resource_id: provider.resourceId }),
    disabled: provider.disabled,
    saml: {
      entity_id: provider.entityId,
      ...(provider.metadataXml === '' ? {} : { metadata_xml: provider.metadataXml }),
      ...(provider.metadataUrl === null ? {} : { metadata_url: provider.metadataUrl }),
      attribute_mapping: keys === undefined ? {} : { keys },
      ...(provider.nameIdFormat === null ? {} : { name_id_format: provider.nameIdFormat }),
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at: provider.createdAt.toISOString(),
    updated_at: provider.updatedAt.toISOString(),
  }
}
