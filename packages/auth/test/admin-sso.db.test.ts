import { createServer } from 'node:https'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeKeyAndCertificate } from '../src/saml/certificate.ts'
import { refusal } from './support/fixture.ts'
import { openSamlIdp } from './support/saml-idp.ts'
import { openSamlSite } from './support/saml-site.ts'

/** Where identity providers publish their metadata, under a name that its certificate carries. */
const keys = await makeKeyAndCertificate('localhost')
const published = new Map<string, { status: number; body: string; location?: string }>()
const server = createServer({ key: keys.privateKey, cert: keys.certificate }, (request, response) => {
  const found = published.get(request.url ?? '') ?? { status: 404, body: '' }
  response.writeHead(found.status, found.location === undefined ? {} : { location: found.location })
  response.end(found.body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const address = server.address()
const port = address === null || typeof address === 'string' ? 0 : address.port
const METADATA_URL = `https://localhost:${port}/metadata`

const { site, sp, idp, provider, addProvider } = await openSamlSite({
  samlFetching: { ca: keys.certificate, mayReach: (ip) => ip === '127.0.0.1' },
})
const other = await openSamlIdp('https://idp.other.test', sp)

const send = (method: string, path: string, body?: unknown) =>
  site.send(method, `/admin/sso/providers${path}`, { asAdmin: true, ...(body === undefined ? {} : { body }) })

test.each([
  ['GET', ''],
  ['POST', ''],
  ['GET', '/x'],
  ['PUT', '/x'],
  ['DELETE', '/x'],
])('[D10] %s %s is for the holder of the service key', async (method, path) => {
  const response = await site.send(
    method,
    `/admin/sso/providers${path}`,
    method === 'GET' ? {} : { body: {} },
  )
  expect(await refusal(response)).toMatchObject({ status: 403, code: 'not_admin' })
})

describe('an identity provider', () => {
  test('is added with everything that is known of it, in Supabase Auth’s shape', async () => {
    const response = await send('POST', '', {
      type: 'saml',
      metadata_xml: other.metadata,
      domains: ['Other.test', 'other.example'],
      attribute_mapping: {
        keys: { name: { names: ['cn', 'displayName'] }, team: { name: 'groups', array: true } },
      },
      name_id_format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      resource_id: 'other-company',
    })
    expect(response.status).toBe(201)
    const made = await response.json()
    expect(made).toEqual({
      id: expect.any(String),
      resource_id: 'other-company',
      disabled: false,
      saml: {
        entity_id: 'https://idp.other.test',
        metadata_xml: other.metadata,
        attribute_mapping: {
          keys: { name: { names: ['cn', 'displayName'] }, team: { name: 'groups', array: true } },
        },
        name_id_format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      },
      domains: [{ domain: 'other.example' }, { domain: 'other.test' }],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(await (await send('GET', '/resource_Other-Company')).json()).toEqual(made)
  })

  test('is listed without its long metadata, by resource id too', async () => {
    await addProvider({ metadata_xml: other.metadata, resource_id: 'team-b' })
    const answer = z.object({ items: z.array(z.unknown()) })
    const list = async (query = '') => answer.parse(await (await send('GET', query)).json()).items
    expect(await list()).toMatchObject([
      { id: provider.id, domains: [{ domain: 'acme.test' }] },
      { resource_id: 'team-b' },
    ])
    expect(JSON.stringify(await list())).not.toContain('metadata_xml')
    expect(await list('?resource_id=TEAM-B')).toHaveLength(1)
    expect(await list('?resource_id_prefix=team')).toHaveLength(1)
    expect(await list('?resource_id_prefix=%25')).toHaveLength(0)
  })

  test('is changed in what is named, and in nothing else', async () => {
    const changed = await send('PUT', `/${provider.id}`, {
      domains: ['acme.test', 'acme.example'],
      resource_id: 'acme',
    })
    expect(await changed.json()).toMatchObject({
      saml: { metadata_xml: idp.metadata },
      domains: [{ domain: 'acme.test' }, { domain: 'acme.example' }],
      resource_id: 'acme',
      disabled: false,
    })
    const emptied = await send('PUT', `/${provider.id}`, { domains: [], resource_id: '' })
    expect(await emptied.json()).toMatchObject({ domains: [] })
    expect(await (await send('GET', `/${provider.id}`)).json()).not.toHaveProperty('resource_id')
  })

  test('is deleted, and its users can no longer sign in', async () => {
    expect((await send('DELETE', `/${provider.id}`)).status).toBe(200)
    expect((await send('GET', `/${provider.id}`)).status).toBe(404)
    const { error } = await site.browser().signInWithSSO({ domain: 'acme.test' })
    expect(error?.code).toBe('sso_provider_not_found')
    expect(await site.sql`select payload ->> 'action' as action from auth.audit_log_entries`).toContainEqual({
      action: 'sso_provider_deleted',
    })
  })

  test.each([
    ['another type', { type: 'oidc' }, 400, 'validation_failed'],
    ['no metadata', { metadata_xml: undefined }, 400, 'validation_failed'],
    ['both kinds of metadata', { metadata_url: METADATA_URL }, 400, 'validation_failed'],
    ['metadata that is none', { metadata_xml: '<x/>' }, 400, 'validation_failed'],
    [
      'metadata with a document type',
      { metadata_xml: `<!DOCTYPE x>${other.metadata}` },
      400,
      'validation_failed',
    ],
    ['a provider that is known', { metadata_xml: idp.metadata }, 422, 'saml_idp_already_exists'],
    ['a domain that another one has', { domains: ['ACME.test'] }, 400, 'sso_domain_already_exists'],
    ['a domain that is none', { domains: ['not a domain'] }, 400, 'validation_failed'],
    ['an unknown name id format', { name_id_format: 'x' }, 400, 'validation_failed'],
    [
      'an address without TLS',
      { metadata_xml: undefined, metadata_url: 'http://idp.test/' },
      400,
      'validation_failed',
    ],
    [
      'an address that is none',
      { metadata_xml: undefined, metadata_url: 'idp.test' },
      400,
      'validation_failed',
    ],
  ])('is refused with %s', async (_what, change, status, code) => {
    const body = { type: 'saml', metadata_xml: other.metadata, ...change }
    expect(await refusal(await send('POST', '', body))).toMatchObject({ status, code })
    expect(await site.sql`select from auth.sso_providers`).toHaveLength(1)
  })

  test('keeps its entity id, and takes no other provider’s resource id or domain', async () => {
    await addProvider({ metadata_xml: other.metadata, domains: ['other.test'], resource_id: 'other' })
    for (const [body, code] of [
      [{ metadata_xml: other.metadata }, 'saml_entity_id_mismatch'],
      [{ domains: ['other.test'] }, 'sso_domain_already_exists'],
      [{ resource_id: 'OTHER' }, 'conflict'],
    ] as const) {
      expect((await refusal(await send('PUT', `/${provider.id}`, body))).code).toBe(code)
    }
    for (const path of [
      '/nonsense',
      '/resource_nobody',
      '/resource_%ff',
      `/${provider.id.replace(/.$/, 'x')}`,
    ]) {
      expect((await refusal(await send('PUT', path, {}))).code).toBe('sso_provider_not_found')
    }
  })
})

describe('[D19] metadata is fetched', () => {
  test('from an address that an operator names', async () => {
    published.set('/metadata', { status: 200, body: other.metadata })
    const response = await send('POST', '', {
      type: 'saml',
      metadata_url: METADATA_URL,
      domains: ['other.test'],
    })
    expect(await response.json()).toMatchObject({
      saml: { entity_id: 'https://idp.other.test', metadata_xml: other.metadata, metadata_url: METADATA_URL },
    })
  })

  test.each([
    ['another answer than 200', { status: 500, body: other.metadata }],
    ['a redirect', { status: 302, body: '', location: 'https://169.254.169.254/latest/meta-data' }],
    ['more than a megabyte', { status: 200, body: 'x'.repeat(1024 * 1024 + 1) }],
  ])('but not with %s', async (_what, answer) => {
    published.set('/metadata', answer)
    const response = await send('POST', '', { type: 'saml', metadata_url: METADATA_URL })
    expect(await refusal(response)).toMatchObject({ status: 400, code: 'saml_metadata_fetch_failed' })
  })

  test.each([
    'https://127.0.0.2/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706434/',
    'https://0x7f.0.0.2/',
  ])('not from %s, which is not a public address', async (metadata_url) => {
    const response = await send('POST', '', { type: 'saml', metadata_url })
    expect(await refusal(response)).toMatchObject({ status: 400, code: 'saml_metadata_fetch_failed' })
  })

  test('again once a day, from each provider by itself; what cannot be fetched leaves the old', async () => {
    published.set('/metadata', { status: 200, body: other.metadata })
    published.set('/away', { status: 200, body: idp.metadata })
    await site.sql`delete from auth.sso_providers`
    const there = await addProvider({ metadata_url: METADATA_URL })
    const away = await addProvider({ metadata_url: METADATA_URL.replace('metadata', 'away') })
    expect(await site.auth.staleSamlProviders([])).toEqual([])
    await site.sql`update auth.saml_providers set updated_at = now() - interval '25 hours'`
    expect((await site.auth.staleSamlProviders([])).toSorted()).toEqual([there, away].toSorted())
    expect(await site.auth.staleSamlProviders([there])).toEqual([away])

    published.set('/away', { status: 503, body: '' })
    await expect(site.auth.refreshSamlMetadata(away)).rejects.toThrow()
    published.set('/away', { status: 200, body: other.metadata })
    await expect(site.auth.refreshSamlMetadata(away)).rejects.toThrow('of another provider')
    await site.auth.refreshSamlMetadata(there)
    expect(await site.auth.staleSamlProviders([])).toEqual([away])
    const [kept] =
      await site.sql`select metadata_xml from auth.saml_providers where sso_provider_id = ${away}`
    expect(kept).toEqual({ metadata_xml: idp.metadata })
  })
})
