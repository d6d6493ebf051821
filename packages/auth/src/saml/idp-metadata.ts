import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { isLoopback } from '../providers/loopback.ts'
import { BadXml, readXml } from './xml.ts'

/** The metadata of an identity provider. */
export interface IdpMetadata {
  entityId: string
  /** The address to which browsers are redirected with our request. */
  signInUrl: string
  /** PEM; an assertion is signed with one of them. */
  certificates: string[]
}

/** The metadata cannot be used; the message says why, for the operator. */
export class BadMetadata extends Error {
  override name = 'BadMetadata'
}

const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const SAML_2 = 'urn:oasis:names:tc:SAML:2.0:protocol'
const MAX_CERTIFICATES = 10

const certificateElement = z.union([
  z.string(),
  z.looseObject({ _: z.string() }).transform((element) => element._),
])

const keyDescriptor = z.looseObject({
  $: z.looseObject({ use: z.enum(['signing', 'encryption']).optional() }).optional(),
  KeyInfo: z.array(
    z.looseObject({
      X509Data: z
        .array(z.looseObject({ X509Certificate: z.array(certificateElement).default([]) }))
        .default([]),
    }),
  ),
})

const descriptor = z.looseObject({
  $: z.looseObject({ protocolSupportEnumeration: z.string().default(SAML_2) }),
  KeyDescriptor: z.array(keyDescriptor).default([]),
  SingleSignOnService: z
    .array(z.looseObject({ $: z.looseObject({ Binding: z.string(), Location: z.string() }) }))
    .default([]),
})

const document = z.looseObject({
  EntityDescriptor: z.looseObject({
    $: z.looseObject({ entityID: z.string().min(1).max(1_024), validUntil: z.string().optional() }),
    IDPSSODescriptor: z.array(descriptor).default([]),
  }),
})

/** Reads SAML metadata of one identity provider. Throws {@link BadMetadata}. */
export async function readIdpMetadata(xml: string, nowMs: number): Promise<IdpMetadata> {
  const entity = await readEntity(xml)
  const [idp, another] = entity.IDPSSODescriptor
  if (idp === undefined) throw new BadMetadata('SAML Metadata does not contain any IDPSSODescriptor')
  if (another !== undefined) throw new BadMetadata('SAML Metadata contains multiple IDPSSODescriptors')
  const { entityID: entityId, validUntil } = entity.$
  if (validUntil !== undefined && !(Date.parse(validUntil) > nowMs)) {
    throw new BadMetadata('SAML Metadata is no longer valid')
  }
  return { entityId, signInUrl: signInUrlIn(idp), certificates: certificatesIn(idp) }
}

async function readEntity(xml: string): Promise<z.output<typeof document>['EntityDescriptor']> {
  try {
    const parsed = document.safeParse(await readXml(xml))
    if (parsed.success) return parsed.data.EntityDescriptor
  } catch (error) {
    if (!(error instanceof BadXml)) throw error
  }
  throw new BadMetadata('SAML Metadata is not an EntityDescriptor with an EntityID')
}

function signInUrlIn(idp: z.output<typeof descriptor>): string {
  const service = idp.SingleSignOnService.find(({ $ }) => $.Binding === REDIRECT_BINDING)
  if (service === undefined) {
    throw new BadMetadata(
      'SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding',
    )
  }
  const location = service.$.Location
  const url = URL.canParse(location) ? new URL(location) : null
  if (url === null || (url.protocol !== 'https:' && !isLoopback(url))) {
    throw new BadMetadata('The SingleSignOnService of the SAML Metadata is not a HTTPS URL')
  }
  return url.href
}

function certificatesIn(idp: z.output<typeof descriptor>): string[] {
  const certificates = idp.KeyDescriptor.filter(({ $ }) => $?.use !== 'encryption')
    .flatMap(({ KeyInfo }) => KeyInfo)
    .flatMap(({ X509Data }) => X509Data)
    .flatMap(({ X509Certificate }) => X509Certificate)
  if (certificates.length === 0) throw new BadMetadata('SAML Metadata does not contain a signing certificate')
  if (certificates.length > MAX_CERTIFICATES)
    throw new BadMetadata('SAML Metadata contains too many certificates')
  return certificates.map(asPem)
}

function asPem(base64: string): string {
  try {
    return new X509Certificate(Buffer.from(base64.replace(/\s+/g, ''), 'base64')).toString()
  } catch {
    throw new BadMetadata('SAML Metadata contains a certificate that cannot be read')
  }
}
