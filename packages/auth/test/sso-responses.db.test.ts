import { describe, expect, test } from 'vitest'
import { errorOf } from './support/redirects.ts'
import { openSamlIdp, type ResponseFields } from './support/saml-idp.ts'
import { ADA, openSamlSite } from './support/saml-site.ts'

const { site, sp, idp, addProvider, arrive, begin, signIn, expectNoSignIn } = await openSamlSite()
const HOUR_MS = 3_600_000

/** A genuine response to a request of ours, changed on its way. */
async function tampered(change: (xml: string) => string, fields: Partial<ResponseFields> = {}): Promise<URL> {
  const request = await begin(site.browser('pkce'))
  const xml = await idp.respond(ADA, { inResponseTo: request.id, ...fields })
  const changed = change(xml)
  expect(changed).not.toBe(xml)
  return arrive(changed, request.relayState)
}

const SIGNATURE = /<(\w+:)?Signature[ >].*?<\/(\w+:)?Signature>/s
const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/s

describe('a response is refused', () => {
  test.each<[string, (xml: string) => string]>([
    ['without its signature', (xml) => xml.replace(SIGNATURE, '')],
    ['with another address in it', (xml) => xml.replace('ada@acme.test', 'eve@acme.test')],
    ['with another NameID in it', (xml) => xml.replace('>ada-1<', '>root<')],
    ['with a comment in its NameID', (xml) => xml.replace('>ada-1<', '>ada<!-- -->-1<')],
    ['with CDATA in it', (xml) => xml.replace('>ada-1<', '><![CDATA[ada-1]]><')],
    ['with a document type', (xml) => `<!DOCTYPE x [<!ENTITY a "ada-1">]>${xml}`],
    ['with a processing instruction', (xml) => xml.replace('>ada-1<', '><?x y?>ada-1<')],
    [
      'with an unsigned assertion before the signed one',
      (xml) => {
        const signed = ASSERTION.exec(xml)?.[0] ?? ''
        const forged = signed.replace(SIGNATURE, '').replace('ada@acme.test', 'eve@acme.test')
        return xml.replace(signed, forged.replace(/ID="[^"]+"/, 'ID="_forged"') + signed)
      },
    ],
    [
      'with the signed assertion wrapped in a forged one',
      (xml) => {
        const signed = ASSERTION.exec(xml)?.[0] ?? ''
        const forged = signed.replace(SIGNATURE, '').replace('ada@acme.test', 'eve@acme.test')
        const outer = forged.replace(/ID="[^"]+"/, 'ID="_forged"')
        return xml.replace(
          signed,
          outer.replace('</saml:Assertion>', `<saml:Advice>${signed}</saml:Advice></saml:Assertion>`),
        )
      },
    ],
    [
      'with a forged assertion under the signature of the wrapped one',
      (xml) => {
        const signed = ASSERTION.exec(xml)?.[0] ?? ''
        const signature = SIGNATURE.exec(signed)?.[0] ?? ''
        const original = signed.replace(SIGNATURE, '')
        const moved = signature.replace(
          '</ds:Signature>',
          `<ds:Object>${original}</ds:Object></ds:Signature>`,
        )
        const forged = signed.replace('ada@acme.test', 'eve@acme.test').replace(/ID="[^"]+"/, 'ID="_forged"')
        return xml.replace(signed, forged.replace(SIGNATURE, moved))
      },
    ],
    [
      'with the same id twice',
      (xml) => xml.replace(/ID="[^"]+_r"/, `ID="${/<saml:Assertion ID="([^"]+)"/.exec(xml)?.[1]}"`),
    ],
    ['that is no XML', () => 'nonsense'],
    ['with two assertions', (xml) => xml.replace(ASSERTION, (signed) => signed + signed)],
    ['with a failure on its envelope', (xml) => xml.replace('status:Success', 'status:AuthnFailed')],
    [
      'for another address, by its envelope',
      (xml) => xml.replace(/Destination="[^"]*"/, 'Destination="https://evil.test/acs"'),
    ],
  ])('%s', async (_what, change) => {
    expect(errorOf(await tampered(change))).toBe('validation_failed')
    await expectNoSignIn()
  })

  const PAST = new Date(Date.now() - HOUR_MS)
  const FUTURE = new Date(Date.now() + HOUR_MS)
  test.each<[string, Partial<ResponseFields>]>([
    ['for another audience', { audience: 'https://other.test/metadata' }],
    ['for another recipient', { recipient: 'https://other.test/acs' }],
    ['for another destination', { destination: 'https://other.test/acs' }],
    ['of another issuer', { issuer: 'https://idp.evil.test' }],
    ['with an envelope of another issuer', { responseIssuer: 'https://idp.evil.test' }],
    ['that has expired', { notOnOrAfter: PAST }],
    ['whose confirmation has expired', { confirmedUntil: PAST }],
    ['that is not valid yet', { notBefore: FUTURE }],
    ['that was issued long ago', { issuedAt: PAST }],
    ['that was issued in the future', { issuedAt: FUTURE }],
    ['that another holder may bring', { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }],
    ['to another request', { inResponseTo: '_another' }],
    ['to no request, brought as an answer', { inResponseTo: null, responseInResponseTo: null }],
  ])('%s', async (_what, change) => {
    expect(errorOf((await signIn(ADA, { change })).target)).toBe('validation_failed')
    await expectNoSignIn()
  })

  test('when it answers a request although it arrives as unsolicited', async () => {
    const request = await begin(site.browser('pkce'))
    expect(errorOf(await arrive(await idp.respond(ADA, { inResponseTo: request.id })))).toBe(
      'validation_failed',
    )
    await expectNoSignIn()
  })

  test('under a signature with SHA-1', async () => {
    const weak = await openSamlIdp('https://weak.acme.test', sp, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1')
    await addProvider({ metadata_xml: weak.metadata, domains: ['weak.test'] })
    const user = { nameId: 'x', email: 'x@weak.test' }
    expect(errorOf(await arrive(await weak.respond(user)))).toBe('validation_failed')
    await expectNoSignIn()
  })

  test.each([
    ['no response', ''],
    ['another field', 'SAMLRequest=x'],
    ['no base64', 'SAMLResponse=%3Cxml%3E'],
    ['an artifact', 'SAMLart=AAQAAA'],
    ['megabytes', `SAMLResponse=${'A'.repeat(600_000)}`],
  ])('with %s', async (_what, body) => {
    const response = await site.send('POST', '/sso/saml/acs', { body })
    expect(response.status).toBe(303)
    expect(errorOf(new URL(response.headers.get('location') ?? ''))).not.toBeNull()
    await expectNoSignIn()
  })
})
