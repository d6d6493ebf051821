import { describe, expect, test } from 'vitest'
import { openSite } from './fixture.ts'
import { errorOf } from './redirects.ts'
import { formOf, openSamlIdp, type ResponseFields } from './saml-idp.ts'
import { ADA, openSamlSite } from './saml-site.ts'

const { site, database, sp, idp, provider, addProvider, arrive, begin, signIn } = await openSamlSite()
const evil = await openSamlIdp('https://idp.evil.test', sp)
const HOUR_MS = 3_600_000

/** Nobody came in: neither person nor session. */
async function expectNobody(): Promise<void> {
  expect(await site.sql`select from auth.users`).toHaveLength(0)
  expect(await site.sql`select from auth.sessions`).toHaveLength(0)
  expect(await site.sql`select from auth.flow_state where auth_code is not null`).toHaveLength(0)
}

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
    await expectNobody()
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
    await expectNobody()
  })

  test('that answers a request although nobody is said to have asked', async () => {
    const request = await begin(site.browser('pkce'))
    expect(errorOf(await arrive(await idp.respond(ADA, { inResponseTo: request.id })))).toBe(
      'validation_failed',
    )
    await expectNobody()
  })

  test('under a signature with SHA-1', async () => {
    const weak = await openSamlIdp('https://weak.acme.test', sp, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1')
    await addProvider({ metadata_xml: weak.metadata, domains: ['weak.test'] })
    const person = { nameId: 'x', email: 'x@weak.test' }
    expect(errorOf(await arrive(await weak.respond(person)))).toBe('validation_failed')
    await expectNobody()
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
    await expectNobody()
  })
})

describe('nothing works twice', () => {
  test('neither a response that nobody asked for, also not at the same moment', async () => {
    const xml = await idp.respond(ADA)
    const targets = await Promise.all([1, 2, 3].map(() => arrive(xml)))
    expect(targets.map(errorOf).toSorted()).toEqual([null, 'validation_failed', 'validation_failed'])
    expect(await site.sql`select from auth.sessions`).toHaveLength(1)
  })

  test('nor an answer, for its relay state is used up, late, unknown, or of another kind of flow', async () => {
    const request = await begin(site.browser('pkce'))
    const xml = await idp.respond(ADA, { inResponseTo: request.id })
    expect(errorOf(await arrive(xml, request.relayState))).toBeNull()
    expect(errorOf(await arrive(xml, request.relayState))).toBe('saml_relay_state_not_found')
    expect(errorOf(await arrive(xml, 'unknown'))).toBe('saml_relay_state_not_found')
    const late = await begin(site.browser('pkce'))
    await site.sql`update auth.flow_state set created_at = created_at - interval '16 minutes'`
    const answer = await idp.respond(ADA, { inResponseTo: late.id })
    expect(errorOf(await arrive(answer, late.relayState))).toBe('saml_relay_state_not_found')
  })

  test('and a code is for the browser that began', async () => {
    const { target } = await signIn()
    const stolen = await site.send('POST', '/token?grant_type=pkce', {
      body: { auth_code: target.searchParams.get('code'), code_verifier: 'x'.repeat(43) },
    })
    expect(stolen.status).not.toBe(200)
  })
})

describe('[D1] the identity provider of one company makes nobody of another', () => {
  test.each([['bob@other.test'], ['bob@sub.acme.test'], ['bob@acme.test.evil.test'], ['bob@notacme.test']])(
    '%s',
    async (email) => {
      const { target } = await signIn({ nameId: 'bob', email })
      expect(errorOf(target)).toBe('email_address_not_authorized')
      await expectNobody()
    },
  )

  test.each([
    ['bob@acme.test@evil.test'],
    ['bob@аcme.test'],
    ['"bob@evil.test"@acme.test'],
    ['acme.test'],
    [''],
  ])('nor of an address that is none: %j', async (email) => {
    const { target } = await signIn({ nameId: 'bob', email })
    expect(errorOf(target)).toBe('saml_assertion_no_email')
    await expectNobody()
  })

  test('by its own key in an answer that another one was asked for, or under another one’s name', async () => {
    await addProvider({ metadata_xml: evil.metadata, domains: ['evil.test'] })
    expect(errorOf((await signIn(ADA, { from: evil })).target)).toBe('validation_failed')
    const disguised = { issuer: idp.entityId, responseIssuer: idp.entityId }
    expect(errorOf((await signIn(ADA, { from: evil, change: disguised })).target)).toBe('validation_failed')
    expect(errorOf(await arrive(await evil.respond(ADA, disguised)))).toBe('validation_failed')
    expect(errorOf(await arrive(await evil.respond(ADA)))).toBe('email_address_not_authorized')
    await expectNobody()
  })

  test('also where its people have the same ids', async () => {
    const { result } = await signIn()
    const id = await addProvider({ metadata_xml: evil.metadata, domains: ['evil.test'] })
    await arrive(await evil.respond({ nameId: 'ada-1', email: 'ada@evil.test' }))
    const users =
      await site.sql`select email, raw_app_meta_data ->> 'provider' as provider from auth.users order by 1`
    expect(users).toEqual([
      { email: 'ada@acme.test', provider: `sso:${provider.id}` },
      { email: 'ada@evil.test', provider: `sso:${id}` },
    ])
    expect(result?.data.user?.email).toBe('ada@acme.test')
  })

  test('and a provider without domains makes nobody at all', async () => {
    await addProvider({ metadata_xml: evil.metadata })
    const target = await arrive(await evil.respond({ nameId: 'x', email: 'x@evil.test' }))
    expect(errorOf(target)).toBe('email_address_not_authorized')
    await expectNobody()
  })

  test('and one whose address moved to another domain stays who they were', async () => {
    await signIn()
    const { target } = await signIn({ nameId: 'ada-1', email: 'ceo@other.test' })
    expect(errorOf(target)).toBe('email_address_not_authorized')
    expect(await site.sql`select email from auth.users`).toEqual([{ email: 'ada@acme.test' }])
  })

  test('a stranger’s provider is not known', async () => {
    expect(errorOf(await arrive(await evil.respond(ADA)))).toBe('saml_idp_not_found')
    await expectNobody()
  })
})

test('nobody is known by an id that is another at every sign-in', async () => {
  const change = { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }
  expect(errorOf((await signIn(ADA, { change })).target)).toBe('saml_assertion_no_user_id')
  const lasting = { ...ADA, attributes: { 'urn:oasis:names:tc:SAML:attribute:subject-id': ['ada@scope'] } }
  const { result } = await signIn(lasting, { change })
  expect(result?.data.user?.identities).toMatchObject([{ id: 'ada@scope' }])
})

test('closed sign-up is closed to newcomers of an organisation too, and the product may refuse them', async () => {
  await site.sql.unsafe(`
    create or replace function public.nobody(event jsonb) returns jsonb language sql as
      $$ select '{"error": {"http_code": 403, "message": "Not this domain."}}'::jsonb $$`)
  for (const [settings, code] of [
    [{ enableSignup: false }, 'signup_disabled'],
    [{ hooks: { beforeUserCreated: { schema: 'public', name: 'nobody' } } }, 'unknown'],
  ] as const) {
    const other = await openSite(database, { sendMail: false, settings: { saml: true, ...settings } })
    const body = formOf(await idp.respond(ADA), '')
    const response = await other.send('POST', '/sso/saml/acs', { body })
    expect(errorOf(new URL(response.headers.get('location') ?? ''))).toBe(code)
    await other.close()
  }
  await expectNobody()
})

test('what is stored of a request signs nobody in', async () => {
  const request = await begin(site.browser('pkce'))
  const rows = JSON.stringify(await site.sql`select * from auth.flow_state`)
  expect(rows).not.toContain(request.relayState)
  expect(rows).not.toContain(request.id)
  const [key] = await site.sql<{ sealed: Buffer }[]>`select private_key_sealed as sealed from auth.saml_keys`
  expect(key?.sealed.toString('latin1')).not.toContain('PRIVATE KEY')
})
