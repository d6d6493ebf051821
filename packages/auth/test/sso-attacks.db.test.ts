import { describe, expect, test } from 'vitest'
import { openSite } from './support/fixture.ts'
import { errorOf } from './support/redirects.ts'
import { formOf, openSamlIdp } from './support/saml-idp.ts'
import { ADA, openSamlSite } from './support/saml-site.ts'

const { site, database, sp, idp, provider, addProvider, arrive, begin, signIn, expectNoSignIn } =
  await openSamlSite()
const evil = await openSamlIdp('https://idp.evil.test', sp)

describe('nothing works twice', () => {
  test('neither an unsolicited response, even at the same moment', async () => {
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

describe('[D1] the identity provider of one company signs in no user of another', () => {
  test.each([['bob@other.test'], ['bob@sub.acme.test'], ['bob@acme.test.evil.test'], ['bob@notacme.test']])(
    '%s',
    async (email) => {
      const { target } = await signIn({ nameId: 'bob', email })
      expect(errorOf(target)).toBe('email_address_not_authorized')
      await expectNoSignIn()
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
    await expectNoSignIn()
  })

  test('by its own key in an answer that another one was asked for, or under another one’s name', async () => {
    await addProvider({ metadata_xml: evil.metadata, domains: ['evil.test'] })
    expect(errorOf((await signIn(ADA, { from: evil })).target)).toBe('validation_failed')
    const disguised = { issuer: idp.entityId, responseIssuer: idp.entityId }
    expect(errorOf((await signIn(ADA, { from: evil, change: disguised })).target)).toBe('validation_failed')
    expect(errorOf(await arrive(await evil.respond(ADA, disguised)))).toBe('validation_failed')
    expect(errorOf(await arrive(await evil.respond(ADA)))).toBe('email_address_not_authorized')
    await expectNoSignIn()
  })

  test('even where its users have the same ids', async () => {
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

  test('and a provider without domains signs in no user at all', async () => {
    await addProvider({ metadata_xml: evil.metadata })
    const target = await arrive(await evil.respond({ nameId: 'x', email: 'x@evil.test' }))
    expect(errorOf(target)).toBe('email_address_not_authorized')
    await expectNoSignIn()
  })

  test('and one whose address moved to another domain stays who they were', async () => {
    await signIn()
    const { target } = await signIn({ nameId: 'ada-1', email: 'ceo@other.test' })
    expect(errorOf(target)).toBe('email_address_not_authorized')
    expect(await site.sql`select email from auth.users`).toEqual([{ email: 'ada@acme.test' }])
  })

  test('an unknown provider is refused', async () => {
    expect(errorOf(await arrive(await evil.respond(ADA)))).toBe('saml_idp_not_found')
    await expectNoSignIn()
  })
})

test('a transient name id, which differs at every sign-in, names no user', async () => {
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
  await expectNoSignIn()
})

test('the stored parts of a request do not sign in', async () => {
  const request = await begin(site.browser('pkce'))
  const rows = JSON.stringify(await site.sql`select * from auth.flow_state`)
  expect(rows).not.toContain(request.relayState)
  expect(rows).not.toContain(request.id)
  const [key] = await site.sql<{ sealed: Buffer }[]>`select private_key_sealed as sealed from auth.saml_keys`
  expect(key?.sealed.toString('latin1')).not.toContain('PRIVATE KEY')
})
