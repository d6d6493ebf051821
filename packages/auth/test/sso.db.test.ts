import { X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { PASSWORD, PUBLIC_URL, refusal } from './support/fixture.ts'
import { errorOf } from './support/redirects.ts'
import { EMAIL_FORMAT, PERSISTENT_FORMAT } from './support/saml-idp.ts'
import { ACS_URL, ADA, ENTITY_ID, openSamlSite } from './support/saml-site.ts'

const { site, idp, provider, arrive, begin, signIn } = await openSamlSite()

describe('[CALL-86] sign-in with the identity provider of an organisation', () => {
  test('creates a user, who is found from then on', async () => {
    const first = await signIn()
    expect(first.result?.data.user).toMatchObject({
      email: 'ada@acme.test',
      is_sso_user: true,
      user_metadata: { name: 'Ada Example', email_verified: true },
      app_metadata: { provider: `sso:${provider.id}`, providers: [`sso:${provider.id}`] },
      identities: [{ provider: `sso:${provider.id}`, id: 'ada-1' }],
    })
    expect(first.result?.data.user?.email_confirmed_at).toBeDefined()
    const claims = await site.auth.verifyAccessToken(first.result?.data.session?.access_token ?? '')
    expect(claims.amr).toMatchObject([{ method: 'sso/saml', provider: provider.id }])
    const second = await signIn()
    expect(second.result?.data.user?.id).toBe(first.result?.data.user?.id)
    expect(await site.sql`select from auth.users`).toHaveLength(1)
  })

  test('begins with a request under our signature, by domain or by id', async () => {
    const request = await begin(site.browser('pkce'))
    expect(request).toMatchObject({ acsUrl: ACS_URL, nameIdFormat: PERSISTENT_FORMAT })
    expect(request.id).toMatch(/^_[\w-]{43}$/)
    const { data } = await site
      .browser()
      .signInWithSSO({ providerId: provider.id, options: { skipBrowserRedirect: true } })
    expect(data?.url).toMatch(/^https:\/\/idp\.acme\.test\/sign-in\?SAMLRequest=/)
    const plain = await site.send('POST', '/sso', { body: { domain: 'ACME.test' } })
    expect([plain.status, plain.headers.get('location')?.startsWith('https://idp.acme.test/')]).toEqual([
      303,
      true,
    ])
  })

  test('goes on with a session behind the # for the implicit flow, where links may lead', async () => {
    for (const [wanted, reached] of [
      ['https://app.test/welcome/home', 'https://app.test/welcome/home'],
      ['https://evil.test/welcome/home', `${PUBLIC_URL}/`],
    ] as const) {
      const request = await begin(site.browser(), idp, wanted)
      const target = await arrive(await idp.respond(ADA, { inResponseTo: request.id }), request.relayState)
      expect(target.origin + target.pathname).toBe(reached)
      expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).not.toBeNull()
    }
  })

  test('begins at the provider as well, and leads only where links may lead', async () => {
    for (const [relayState, reached] of [
      ['', `${PUBLIC_URL}/`],
      ['https://app.test/welcome/home', 'https://app.test/welcome/home'],
      ['https://evil.test/', `${PUBLIC_URL}/`],
    ] as const) {
      const target = await arrive(await idp.respond(ADA), relayState)
      expect(target.origin + target.pathname).toBe(reached)
      expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).not.toBeNull()
    }
    expect(await site.sql`select from auth.users`).toHaveLength(1)
  })

  test('links no user by their address alone', async () => {
    const id = await site.addUser('ada@acme.test')
    const { result } = await signIn()
    expect(result?.data.user?.id).not.toBe(id)
    const { data } = await site.browser().signInWithPassword({ email: 'ada@acme.test', password: PASSWORD })
    expect(data.user).toMatchObject({ id, is_sso_user: false })
  })

  test('follows what the organisation says: a new name, a new address', async () => {
    const before = await signIn()
    const { result } = await signIn({
      nameId: 'ada-1',
      email: 'Ada.Sample@ACME.test',
      attributes: { displayName: ['Ada Sample'] },
    })
    expect(result?.data.user).toMatchObject({
      id: before.result?.data.user?.id,
      email: 'ada.sample@acme.test',
      user_metadata: { name: 'Ada Sample', email: 'ada.sample@acme.test' },
    })
  })

  test('finds users by an address as NameID too', async () => {
    const change = { nameIdFormat: EMAIL_FORMAT }
    const { result } = await signIn({ nameId: 'Ada@acme.test' }, { change })
    expect(result?.data.user?.identities).toMatchObject([{ id: 'ada@acme.test' }])
  })

  test('lasts no longer than the provider lets it, refreshed or not', async () => {
    const sessionEnds = new Date(Date.now() + 600_000)
    const { browser } = await signIn(ADA, { change: { sessionEnds } })
    await browser.refreshSession()
    expect(await site.sql`select not_after from auth.sessions`).toEqual([{ not_after: sessionEnds }])
  })

  test('keeps a banned user out', async () => {
    await signIn()
    await site.sql`update auth.users set banned_until = now() + interval '1 hour'`
    expect((await signIn()).result?.error?.code).toBe('user_banned')
  })
})

describe('a user of single sign-on', () => {
  test('changes neither address nor password here, and adds no other way in', async () => {
    const { browser } = await signIn()
    for (const change of [{ email: 'other@acme.test' }, { password: 'Another-1-password' }]) {
      expect((await browser.updateUser(change)).error).toMatchObject({
        status: 422,
        code: 'user_sso_managed',
      })
    }
    expect((await browser.linkIdentity({ provider: 'google' })).error?.code).toBe('user_sso_managed')
    expect((await browser.updateUser({ data: { colour: 'blue' } })).error).toBeNull()
  })

  test('has no password to recover: mail treats the address as one without an account', async () => {
    await signIn()
    await site.browser().resetPasswordForEmail('ada@acme.test')
    expect(await site.sql`select from auth.one_time_tokens`).toHaveLength(0)
  })
})

test('our metadata names us, our address, and the certificate of our signature', async () => {
  const response = await site.send('GET', '/sso/saml/metadata?download=true')
  expect(response.headers.get('content-type')).toBe('application/xml')
  expect(response.headers.get('content-disposition')).toContain('metadata.xml')
  const xml = await response.text()
  expect(xml).toContain(`entityID="${ENTITY_ID}"`)
  expect(xml).toContain(`Location="${ACS_URL}"`)
  expect(xml).toContain('WantAssertionsSigned="true"')
  const certificate = /<ds:X509Certificate>([^<]+)</.exec(xml)?.[1] ?? ''
  expect(new X509Certificate(Buffer.from(certificate, 'base64')).subject).toBe('CN=cairn.test')
})

test.each([
  [{}, 400, 'validation_failed'],
  [{ domain: 'acme.test', provider_id: '00000000-0000-4000-8000-000000000000' }, 400, 'validation_failed'],
  [{ domain: 'unknown.test' }, 404, 'sso_provider_not_found'],
  [{ provider_id: 'nonsense' }, 404, 'sso_provider_not_found'],
  [{ provider_id: '00000000-0000-4000-8000-000000000000' }, 404, 'sso_provider_not_found'],
  [{ domain: 'acme.test', code_challenge: 'short', code_challenge_method: 's256' }, 400, 'validation_failed'],
])('POST /sso with %j is refused', async (body, status, code) => {
  expect(await refusal(await site.send('POST', '/sso', { body }))).toMatchObject({ status, code })
})

test('a provider that is disabled signs in no user, and its users are signed out', async () => {
  const { browser } = await signIn()
  const request = await begin(site.browser('pkce'))
  const xml = await idp.respond(ADA, { inResponseTo: request.id })
  await site.send('PUT', `/admin/sso/providers/${provider.id}`, { body: { disabled: true }, asAdmin: true })
  expect((await browser.getUser()).error).not.toBeNull()
  expect(await site.sql`select from auth.sessions`).toHaveLength(0)
  expect(errorOf(await arrive(xml, request.relayState))).toBe('sso_provider_disabled')
  const { error } = await site.browser().signInWithSSO({ domain: 'acme.test' })
  expect(error?.code).toBe('sso_provider_disabled')
})
