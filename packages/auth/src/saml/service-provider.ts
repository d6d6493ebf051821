import type { SAML } from '@node-saml/node-saml'
import { z } from 'zod'
import { type Assertion, CLOCK_TOLERANCE_MS, judgeAssertion } from './assertion.ts'
import type { KeyAndCertificate } from './certificate.ts'
import type { IdpMetadata } from './idp-metadata.ts'
import { one, readXml, refuseHiddenParts, textElement } from './xml.ts'

/** A response that we do not believe. The reason is for the log: whoever sent it learns nothing from it. */
export class BadResponse extends Error {
  override name = 'BadResponse'
}

/** Our side of SAML 2.0 (web browser SSO profile, redirect there and POST back). */
export interface ServiceProvider {
  /** What identity providers have to know of us. */
  metadata(): Promise<string>
  /** Where a browser goes to sign in, with a request under our signature. */
  signInUrl(idp: IdpMetadata, request: SignInRequest): Promise<string>
  /** What a response asserts; `requestId` is null where nobody asked. Throws {@link BadResponse}. */
  read(idp: IdpMetadata, responseXml: string, requestId: string | null): Promise<Assertion>
}

export interface SignInRequest {
  id: string
  relayState: string
  nameIdFormat: string
}

export interface ServiceProviderOptions {
  keys: KeyAndCertificate
  /** How providers name us, and where our metadata is. */
  entityId: string
  /** Where they send browsers back to. */
  acsUrl: string
  clock: () => number
}

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
/** Neither SHA-1 nor keys that both sides know. */
const SIGNATURES = /#(rsa|ecdsa)-sha(256|384|512)$/
const DIGESTS = /#sha(256|384|512)$/

/** The envelope. It may be unsigned, so it can only refuse. */
const responseSchema = z.looseObject({
  Response: z.looseObject({
    $: z.looseObject({ Destination: z.string().optional(), InResponseTo: z.string().optional() }),
    Issuer: z.array(textElement).max(1).default([]),
    Status: one(
      z.looseObject({ StatusCode: one(z.looseObject({ $: z.looseObject({ Value: z.string() }) })) }),
    ),
  }),
})

export function createServiceProvider({
  keys,
  entityId,
  acsUrl,
  clock,
}: ServiceProviderOptions): ServiceProvider {
  async function open(idp: IdpMetadata, more: { id?: string; nameIdFormat?: string } = {}): Promise<SAML> {
    const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
    const { id, nameIdFormat } = more
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
      acceptedClockSkewMs: CLOCK_TOLERANCE_MS,
      disableRequestedAuthnContext: true,
      // Judged in assertion.ts, against what the database remembers.
      validateInResponseTo: ValidateInResponseTo.never,
      ...(id === undefined ? {} : { generateUniqueId: () => id }),
      ...(nameIdFormat === undefined ? {} : { identifierFormat: nameIdFormat }),
    })
  }

  /** The assertion as the signature covers it; the rest of the document is not looked at again. */
  async function verified(idp: IdpMetadata, xml: string): Promise<unknown> {
    const saml = await open(idp)
    const { profile } = await saml.validatePostResponseAsync({
      SAMLResponse: Buffer.from(xml).toString('base64'),
    })
    const signed = profile?.getAssertionXml?.()
    if (signed === undefined) throw new BadResponse('The response has no signed assertion.')
    return readXml(signed)
  }

  return {
    async metadata() {
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
    },
    async signInUrl(idp, { id, relayState, nameIdFormat }) {
      const saml = await open(idp, { id, nameIdFormat })
      return saml.getAuthorizeUrlAsync(relayState, undefined, {})
    },
    async read(idp, responseXml, requestId) {
      try {
        refuseHiddenParts(responseXml)
        const response = await readXml(responseXml)
        refuseWeakSignatures(responseXml)
        refuseEnvelope(response, { issuer: idp.entityId, acsUrl, requestId })
        const expected = {
          issuer: idp.entityId,
          audience: entityId,
          recipient: acsUrl,
          inResponseTo: requestId,
        }
        const verdict = judgeAssertion(await verified(idp, responseXml), expected, clock())
        if (verdict.kind === 'good') return verdict.assertion
        throw new BadResponse(`The assertion is refused: ${verdict.reason}.`)
      } catch (cause) {
        throw cause instanceof BadResponse ? cause : new BadResponse('The response is refused.', { cause })
      }
    },
  }
}

/** Every algorithm that is named anywhere has to be a good one; which of them counts need not be known. */
function refuseWeakSignatures(xml: string): void {
  const named = (element: string) =>
    [...xml.matchAll(new RegExp(`<(?:[^\\s<>:/]+:)?${element}\\s[^>]*>`, 'g'))].map(
      ([tag]) => /\sAlgorithm\s*=\s*["']([^"']*)["']/.exec(tag)?.[1] ?? '',
    )
  const good =
    named('SignatureMethod').every((algorithm) => SIGNATURES.test(algorithm)) &&
    named('DigestMethod').every((algorithm) => DIGESTS.test(algorithm))
  if (!good) throw new BadResponse('The response is signed with an algorithm that is too weak.')
}

function refuseEnvelope(
  read: unknown,
  expected: { issuer: string; acsUrl: string; requestId: string | null },
): void {
  const parsed = responseSchema.safeParse(read)
  if (!parsed.success) throw new BadResponse('There is no SAML response.', { cause: parsed.error })
  const { $, Issuer, Status } = parsed.data.Response
  if (Status.StatusCode.$.Value !== SUCCESS) throw new BadResponse('The provider reports a failure.')
  if ($.Destination !== undefined && $.Destination !== expected.acsUrl) {
    throw new BadResponse('The response is for another address.')
  }
  if (Issuer.some(({ _ }) => _ !== expected.issuer))
    throw new BadResponse('The response is of another provider.')
  if ($.InResponseTo !== undefined && $.InResponseTo !== expected.requestId) {
    throw new BadResponse('The response answers another request.')
  }
}

/** Who claims to have sent a response that nobody asked for, so that it can be checked against their certificates. */
export async function claimedIssuer(responseXml: string): Promise<string | null> {
  try {
    const parsed = responseSchema.safeParse(await readXml(responseXml))
    return parsed.success ? (parsed.data.Response.Issuer[0]?._ ?? null) : null
  } catch {
    return null
  }
}
