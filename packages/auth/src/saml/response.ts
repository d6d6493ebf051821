import { z } from 'zod'
import { one, readXml, refuseHiddenParts, textElement } from './xml.ts'

/** A response that we do not accept. The reason is for the log; the sender does not learn it. */
export class BadResponse extends Error {
  override name = 'BadResponse'
}

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
/** Strong signature algorithms: neither SHA-1 nor keys that both sides know. */
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

/** The values that a response has to match before its assertion is checked. */
export interface ExpectedEnvelope {
  issuer: string
  acsUrl: string
  requestId: string | null
}

/** Refuses a response by the envelope around its assertion. Throws {@link BadResponse} or BadXml. */
export async function checkEnvelope(responseXml: string, expected: ExpectedEnvelope): Promise<void> {
  refuseHiddenParts(responseXml)
  const response = await readXml(responseXml)
  refuseWeakSignatures(responseXml)
  refuseEnvelope(response, expected)
}

/** Refuses weak algorithms anywhere in the document, so that it does not matter which of them the verifier uses. */
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

function refuseEnvelope(read: unknown, expected: ExpectedEnvelope): void {
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

/** The issuer that an unsolicited response claims, so that it can be checked against that provider's certificates. */
export async function claimedIssuer(responseXml: string): Promise<string | null> {
  try {
    const parsed = responseSchema.safeParse(await readXml(responseXml))
    return parsed.success ? (parsed.data.Response.Issuer[0]?._ ?? null) : null
  } catch {
    return null
  }
}
