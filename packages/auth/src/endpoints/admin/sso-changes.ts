import { z } from 'zod'
import { validationFailed } from '../../errors/auth-errors.ts'
import {
  entityIdMismatch,
  identityProviderExists,
  metadataFetchFailed,
  resourceIdTaken,
  ssoDomainTaken,
  ssoProviderNotFound,
} from '../../errors/sso-errors.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { attributeMappingSchema, type SsoProvider } from '../../model/sso-provider.ts'
import { parseEmailAddress } from '../../rules/email-address.ts'
import { MetadataUnreachable } from '../../saml/fetch-metadata.ts'
import { BadMetadata, readIdpMetadata } from '../../saml/idp-metadata.ts'
import type { Saml } from '../../saml/saml.ts'
import { writeAudit } from '../../store/audit.ts'
import {
  deleteSessionsOfProvider,
  findSsoProvider,
  findTakenDomain,
  insertSsoProvider,
  lockSsoProviders,
  updateSsoProvider,
} from '../../store/sso-providers.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'
import { findNamed, providerJson, samlOf } from './sso-providers.ts'

const NAME_ID_FORMATS = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
] as const

const bodySchema = z.object({
  type: optionalText,
  metadata_xml: optionalText,
  metadata_url: optionalText,
  domains: z.array(z.string()).max(100).nullish(),
  attribute_mapping: attributeMappingSchema.nullish(),
  name_id_format: z.enum([...NAME_ID_FORMATS, '']).nullish(),
  resource_id: z.string().max(255).nullish(),
  disabled: z.boolean().nullish(),
})

type Body = z.output<typeof bodySchema>

const MAX_BODY_BYTES = 1024 * 1024

/** POST /admin/sso/providers: lets an organisation's identity provider sign in users of these domains. */
export async function createProvider(services: Services, call: Call): Promise<Response> {
  const saml = samlOf(services)
  const body = await readBody(call, bodySchema, MAX_BODY_BYTES)
  if (body.type !== 'saml') throw validationFailed("Only 'saml' supported for SSO provider type")
  const metadata = await metadataIn(saml, body)
  if (metadata === null) throw validationFailed('Either metadata_xml or metadata_url must be set')
  const wanted = {
    resourceId: body.resource_id || null,
    disabled: body.disabled ?? false,
    entityId: metadata.entityId,
    metadataXml: metadata.xml,
    metadataUrl: body.metadata_url,
    attributeMapping: body.attribute_mapping ?? {},
    nameIdFormat: body.name_id_format || null,
    domains: (body.domains ?? []).map(domainIn),
  }
  const provider = await services.database.transaction(async (tx) => {
    await lockSsoProviders(tx)
    const known = await findSsoProvider(tx, { by: 'entity id', value: wanted.entityId })
    if (known !== null) throw identityProviderExists(wanted.entityId)
    await refuseTaken(tx, wanted, null)
    const id = await insertSsoProvider(tx, wanted)
    await writeAudit(tx, call, { action: 'sso_provider_added', userId: null, traits: { provider_id: id } })
    return stored(tx, id)
  })
  return json(providerJson(provider), 201)
}

/** PUT /admin/sso/providers/{id}: changes the fields that are sent. Disabling a provider signs its users out. */
export async function updateProvider(services: Services, call: Call): Promise<Response> {
  const saml = samlOf(services)
  const body = await readBody(call, bodySchema, MAX_BODY_BYTES)
  const metadata = await metadataIn(saml, body)
  const provider = await services.database.transaction(async (tx) => {
    await lockSsoProviders(tx)
    const before = await findNamed(tx, call)
    if (metadata !== null && metadata.entityId !== before.entityId) {
      throw entityIdMismatch(before.entityId, metadata.entityId)
    }
    const after = changed(before, body, metadata?.xml ?? null)
    await refuseTaken(tx, after, before.id)
    await updateSsoProvider(tx, after)
    if (after.disabled && !before.disabled) await deleteSessionsOfProvider(tx, before.id)
    const traits = { provider_id: before.id }
    await writeAudit(tx, call, { action: 'sso_provider_changed', userId: null, traits })
    return stored(tx, before.id)
  })
  return json(providerJson(provider))
}

/** The provider after the change: a field that is left out stays, an empty text removes it. */
function changed(before: SsoProvider, body: Body, metadataXml: string | null): SsoProvider {
  return {
    ...before,
    metadataXml: metadataXml ?? before.metadataXml,
    // Metadata that was sent as XML is not replaced by a fetch.
    metadataUrl: metadataXml === null ? before.metadataUrl : body.metadata_url,
    domains: body.domains?.map(domainIn) ?? before.domains,
    attributeMapping: body.attribute_mapping ?? before.attributeMapping,
    nameIdFormat: orBefore(body.name_id_format, before.nameIdFormat),
    resourceId: orBefore(body.resource_id, before.resourceId),
    disabled: body.disabled ?? before.disabled,
  }
}

function orBefore(given: string | null | undefined, before: string | null): string | null {
  return given === null || given === undefined ? before : given || null
}

interface Metadata {
  xml: string
  entityId: string
}

/** The metadata of a request, fetched where the request names an address. null without metadata. */
async function metadataIn(
  saml: Saml,
  { metadata_xml: given, metadata_url: url }: Body,
): Promise<Metadata | null> {
  if (given !== null && url !== null) {
    throw validationFailed('Only one of metadata_xml or metadata_url needs to be set')
  }
  const xml = url === null ? given : await fetched(saml, url)
  if (xml === null) return null
  try {
    const { entityId } = await readIdpMetadata(xml, saml.clock())
    return { xml, entityId }
  } catch (error) {
    throw error instanceof BadMetadata ? validationFailed(error.message) : error
  }
}

async function fetched(saml: Saml, url: string): Promise<string> {
  if (!URL.canParse(url)) throw validationFailed('metadata_url is not a valid URL')
  if (new URL(url).protocol !== 'https:') throw validationFailed('metadata_url is not a HTTPS URL')
  try {
    return await saml.fetchMetadata(url)
  } catch (error) {
    throw error instanceof MetadataUnreachable ? metadataFetchFailed(error.message, error) : error
  }
}

/** A domain in the spelling in which it is compared with addresses. Throws `validation_failed`. */
function domainIn(text: string): string {
  const address = parseEmailAddress(`x@${text.trim()}`)
  if (address === null) throw validationFailed(`'${text.slice(0, 100)}' is not a domain of email addresses`)
  return address.slice(2)
}

async function refuseTaken(
  tx: Transaction,
  { domains, resourceId }: Pick<SsoProvider, 'domains' | 'resourceId'>,
  id: string | null,
): Promise<void> {
  const taken = await findTakenDomain(tx, domains, id)
  if (taken !== null) throw ssoDomainTaken(taken.domain, taken.providerId)
  const namesake =
    resourceId === null ? null : await findSsoProvider(tx, { by: 'resource id', value: resourceId })
  if (resourceId !== null && namesake !== null && namesake.id !== id) throw resourceIdTaken(resourceId)
}

async function stored(tx: Transaction, id: string): Promise<SsoProvider> {
  const provider = await findSsoProvider(tx, { by: 'id', value: id })
  if (provider === null) throw ssoProviderNotFound('admin')
  return provider
}
