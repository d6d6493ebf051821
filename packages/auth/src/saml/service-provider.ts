import type { SAML } from '@node-saml/node-saml'
import { type Assertion, checkAssertion } from './assertion.ts'
import type { KeyAndCertificate } from './certificate.ts'
import type { IdpMetadata } from './idp-metadata.ts'
import { BadResponse, checkEnvelope } from './response.ts'
import { readXml } from './xml.ts'

/** Our side of SAML 2.0 (web browser SSO profile, redirect there and POST back). */
export interface ServiceProvider {
  /** Our metadata for identity providers. */
  metadata(): Promise<string>
  /** The sign-in address for a browser, with a request under our signature. */
  signInUrl(idp: IdpMetadata, request: SignInRequest): Promise<string>
  /** The assertion of a response; `requestId` is null for an unsolicited response. Throws {@link BadResponse}. */
  read(idp: IdpMetadata, responseXml: string, requestId: string | null): Promise<Assertion>
}

interface SignInRequest {
  id: string
  relayState: string
  nameIdFormat: string
}

export interface ServiceProviderOptions {
  keys: KeyAndCertificate
  /** The name that providers use for us, which is also the address of our metadata. */
  entityId: string
  /** The address to which they redirect browsers. */
  acsUrl: string
  clock: () => number
}

export function createServiceProvider(options: ServiceProviderOptions): ServiceProvider {
  return {
    metadata: () => generateMetadata(options),
    async signInUrl(idp, { id, relayState, nameIdFormat }) {
      const saml = await openSaml(options, idp, { id, nameIdFormat })
      return saml.getAuthorizeUrlAsync(relayState, undefined, {})
    },
    async read(idp, responseXml, requestId) {
      try {
        return await readResponse(options, idp, responseXml, requestId)
      } catch (cause) {
        throw cause instanceof BadResponse ? cause : new BadResponse('The response is refused.', { cause })
      }
    },
  }
}

async function generateMetadata({ keys, entityId, acsUrl }: ServiceProviderOptions): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    privateKey: keys.privateKey,
    publicCerts: keys.certificate,
    wantAssertionsSigned: true,
    identifierFormat: null,
    generateUniqueId: () => '_cairn',
  })
}

/** The library, configured for one identity provider and, where a request is made, for that request. */
async function openSaml(
  { keys, entityId, acsUrl }: ServiceProviderOptions,
  idp: IdpMetadata,
  { id, nameIdFormat }: { id?: string; nameIdFormat?: string } = {},
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    entryPoint: idp.signInUrl,
    idpCert: idp.certificates,
    privateKey: keys.privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // assertion.ts checks it, by the clock of the database.
    acceptedClockSkewMs: -1,
    disableRequestedAuthnContext: true,
    // assertion.ts checks it, against the requests in the database.
    validateInResponseTo: ValidateInResponseTo.never,
    ...(id === undefined ? {} : { generateUniqueId: () => id }),
    ...(nameIdFormat === undefined ? {} : { identifierFormat: nameIdFormat }),
  })
}

async function readResponse(
  options: ServiceProviderOptions,
  idp: IdpMetadata,
  responseXml: string,
  requestId: string | null,
): Promise<Assertion> {
  const { entityId, acsUrl, clock } = options
  await checkEnvelope(responseXml, { issuer: idp.entityId, acsUrl, requestId })
  const signed = await signedAssertion(options, idp, responseXml)
  const expected = {
    issuer: idp.entityId,
    audience: entityId,
    recipient: acsUrl,
    inResponseTo: requestId,
  }
  const verdict = checkAssertion(signed, expected, clock())
  if (verdict.kind === 'good') return verdict.assertion
  throw new BadResponse(`The assertion is refused: ${verdict.reason}.`)
}

/** The assertion as the signature covers it; the rest of the document is ignored from here on. */
async function signedAssertion(
  options: ServiceProviderOptions,
  idp: IdpMetadata,
  responseXml: string,
): Promise<unknown> {
  const saml = await openSaml(options, idp)
  const { profile } = await saml.validatePostResponseAsync({
    SAMLResponse: Buffer.from(responseXml).toString('base64'),
  })
  const signed = profile?.getAssertionXml?.()
  if (signed === undefined) throw new BadResponse('The response has no signed assertion.')
  return readXml(signed)
}
