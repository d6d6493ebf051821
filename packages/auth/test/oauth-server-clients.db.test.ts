import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { testDatabase } from '@cairn/testing/test-database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientDocument } from '../src/options.ts'
import { expiredIn } from '../src/store/expired.ts'
import { openSite, PUBLIC_URL, refusal, type Site } from './support/fixture.ts'
import {
  addClient,
  authorizeQuery,
  bodyOf,
  CALLBACK,
  codeFor,
  exchange,
  OAUTH_SERVER,
  pkce,
  signedInBrowser,
} from './support/oauth-site.ts'

let site: Site
const database = await testDatabase('auth')
const asAuthAdmin = openPool({ target: database.authAdmin, size: 1, name: 'test' })

const ADDRESS = 'https://app.test/client.json'
/** The documents by their addresses, and the number of reads. */
const documents = new Map<string, () => ClientDocument>()
let reads = 0

beforeAll(async () => {
  site = await openSite(database, {
    sendMail: false,
    settings: { oauthServer: OAUTH_SERVER },
    async fetchClientDocument(url) {
      reads += 1
      const found = documents.get(url)
      if (found === undefined) throw new Error('refused: 10.0.0.1 is a private address')
      return found()
    },
  })
  await site.addUser('ada@example.org')
})

afterAll(async () => {
  await site.close()
  await asAuthAdmin.close()
  await database.drop()
})

beforeEach(async () => {
  await site.sql`delete from auth.oauth_clients`
  await site.sql`delete from auth.rate_limits`
  documents.clear()
  reads = 0
})

const document = (value: unknown, type = 'application/json', status = 200) => ({
  status,
  type,
  body: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
})
const METADATA = {
  client_id: ADDRESS,
  client_name: 'Notebook',
  redirect_uris: [CALLBACK, 'http://127.0.0.1/callback'],
}

describe('a client that names itself by the address of its document', () => {
  const client = { id: ADDRESS, secret: null }

  test('is read once, and asks people every time', async () => {
    documents.set(ADDRESS, () => document(METADATA))
    const ada = await signedInBrowser(site, 'ada@example.org')
    const loopback = { redirect_uri: 'http://127.0.0.1:52011/callback' }
    const given = await codeFor(site, ada, client, loopback)
    expect(await exchange(site, client, given, loopback)).toMatchObject({ status: 200 })
    await codeFor(site, ada, client)
    expect(reads).toBe(1)
    expect((await ada.oauth.listGrants()).data).toMatchObject([
      { client: { id: ADDRESS, name: 'Notebook' }, registration_type: 'document' },
    ])
    expect(await ada.oauth.revokeGrant({ clientId: ADDRESS })).toMatchObject({ error: null })
  })

  test('is read again after an hour; what it no longer names is no longer allowed', async () => {
    documents.set(ADDRESS, () => document(METADATA))
    await authorize(ADDRESS)
    documents.set(ADDRESS, () => document({ ...METADATA, redirect_uris: ['https://app.test/new'] }))
    expect((await authorize(ADDRESS)).status).toBe(303)
    await site.sql`update auth.oauth_clients set metadata_read_at = now() - interval '61 minutes'`
    expect(await bodyOf(await authorize(ADDRESS))).toMatchObject({ error: 'invalid_redirect_uri' })
  })

  test.each([
    ['is not there', () => document('', 'application/json', 404)],
    ['is no JSON', () => document('<html>', 'text/html')],
    ['is broken', () => document('{"client_id":')],
    ['is too large', () => document({ ...METADATA, more: 'x'.repeat(6_000) })],
    ['names another client', () => document({ ...METADATA, client_id: 'https://evil.test/client.json' })],
    ['names none', () => document({ client_name: 'Notebook', redirect_uris: [CALLBACK] })],
    [
      'names programs alone',
      () => document({ ...METADATA, redirect_uris: ['search-ms:query=x'] }),
      'invalid_redirect_uri',
    ],
    ['wants a secret', () => document({ ...METADATA, token_endpoint_auth_method: 'client_secret_post' })],
  ])('whose document %s is refused', async (_what, found, error = 'invalid_client') => {
    documents.set(ADDRESS, found)
    expect(await bodyOf(await authorize(ADDRESS))).toMatchObject({ error })
    expect(await site.sql`select from auth.oauth_clients`).toHaveLength(0)
  })

  test('redirects nobody to its address when its request is wrong', async () => {
    documents.set(ADDRESS, () => document(METADATA))
    for (const changes of [{ scope: 'openid admin' }, { prompt: 'none' }, { response_type: 'token' }]) {
      const query = authorizeQuery(client, pkce().challenge, changes)
      const answer = await site.send('GET', `/oauth/authorize?${query}`, { headers: { accept: 'text/html' } })
      expect(answer.headers.get('location')).toMatch(`${PUBLIC_URL}/oauth/consent?problem=`)
    }
  })

  test('does not learn why its address is refused', async () => {
    const body = await bodyOf(await authorize(ADDRESS))
    expect(JSON.stringify(body)).not.toContain('10.0.0.1')
    expect(site.events).toContainEqual(expect.objectContaining({ kind: 'client-document-refused' }))
  })

  test.each([
    'http://app.test/client.json',
    'https://app.test/',
    'https://app.test',
    'https://user@app.test/client.json',
    'https://app.test/client.json#x',
    'https://app.test/a/../client.json',
    'https://APP.test/client.json',
  ])('%s is never asked', async (address) => {
    documents.set(address, () => document({ ...METADATA, client_id: address }))
    expect(await bodyOf(await authorize(address))).toMatchObject({ error: 'invalid_client' })
    expect(reads).toBe(0)
  })

  function authorize(clientId: string): Promise<Response> {
    return site.send(
      'GET',
      `/oauth/authorize?${authorizeQuery({ ...client, id: clientId }, pkce().challenge)}`,
    )
  }
})

describe('a client that registers itself', () => {
  const register = (body: unknown, clientAddress = '192.0.2.1') =>
    site.send('POST', '/oauth/clients/register', { body, clientAddress })
  const valid = { client_name: 'Notebook', redirect_uris: [CALLBACK] }

  test('gets its id, and a secret that is nowhere else', async () => {
    const response = await register(valid)
    expect(response.status).toBe(201)
    expect(await bodyOf(response)).toMatchObject({
      client_id: expect.any(String),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      client_secret_expires_at: 0,
      client_id_issued_at: expect.any(Number),
      registration_type: 'dynamic',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })
  })

  test.each([
    [{ redirect_uris: [CALLBACK] }, 'invalid_client_metadata'],
    [{ ...valid, client_name: '\u202e ' }, 'invalid_client_metadata'],
    [{ ...valid, redirect_uris: [] }, 'invalid_client_metadata'],
    [{ ...valid, redirect_uris: ['http://app.test/'] }, 'invalid_redirect_uri'],
    [{ ...valid, redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ ...valid, redirect_uris: ['ms-msdt:/id', 'cursor://callback'] }, 'invalid_redirect_uri'],
    [{ ...valid, redirect_uris: ['cursor://callback', `${CALLBACK}#x`] }, 'invalid_redirect_uri'],
    [{ ...valid, scope: 'a\u0000b' }, 'invalid_client_metadata'],
    [{ ...valid, client_uri: 'https://app.test/\u0000' }, 'invalid_client_metadata'],
    [{ ...valid, token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    [{ ...valid, grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ ...valid, response_types: ['token'] }, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
  ])('%j is refused with %s', async (body, error) => {
    const response = await register(body)
    expect(response.status).toBe(400)
    expect(await bodyOf(response)).toMatchObject({ error })
  })

  test('is left the addresses that it may have, and told so', async () => {
    // As Cursor registers.
    const redirect_uris = [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.test/oauth/callback',
      'http://localhost:8787/callback',
    ]
    const response = await register({ ...valid, redirect_uris })
    expect(response.status).toBe(201)
    expect(await bodyOf(response)).toMatchObject({ redirect_uris: redirect_uris.slice(1) })
  })

  test('ten thousand times is stopped after twenty', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 40; turn += 1) statuses.push((await register(valid)).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect(new Set(statuses.slice(20))).toEqual(new Set([429]))
    expect((await register(valid, '192.0.2.77')).status).toBe(201)
  })

  test('from ten thousand networks leaves a thousand that nobody uses, and all that somebody does', async () => {
    const ada = await signedInBrowser(site, 'ada@example.org')
    const used = {
      id: String(
        (await bodyOf(await register({ ...valid, token_endpoint_auth_method: 'none' })))['client_id'],
      ),
      secret: null,
    }
    await codeFor(site, ada, used)
    await site.sql`
      insert into auth.oauth_clients (
        registration_type, token_endpoint_auth_method, client_name, redirect_uris, grant_types, created_at
      )
      select 'dynamic', 'none', 'Flood', array['https://evil.test/'], array['authorization_code'], now() - make_interval(secs => n)
      from generate_series(1, 10000) n`
    await register(valid, '192.0.2.78')
    const [count] = await site.sql`select count(*)::int as n from auth.oauth_clients`
    expect(count).toEqual({ n: 1_002 })
    expect((await ada.oauth.listGrants()).data).toHaveLength(1)
  })

  test('is deleted after a week in which nobody used it', async () => {
    await register(valid)
    await addClient(site)
    await site.sql`update auth.oauth_clients set created_at = now() - interval '8 days'`
    const kind = expiredIn(privileged(asAuthAdmin), 90).find(({ what }) => what === 'client that nobody uses')
    expect(await kind?.delete(await kind.find([], 10))).toBe(1)
    expect(await site.sql`select registration_type from auth.oauth_clients`).toEqual([
      { registration_type: 'manual' },
    ])
  })

  test('cannot, where the operator does not allow it', async () => {
    const closed = await openSite(database, {
      sendMail: false,
      settings: { oauthServer: { ...OAUTH_SERVER, dynamicRegistration: false } },
    })
    const response = await closed.send('POST', '/oauth/clients/register', { body: valid })
    expect(response.status).toBe(403)
    expect(closed.auth.wellKnown?.authorizationServer).not.toHaveProperty('registration_endpoint')
    await closed.close()
  })
})

describe('an admin', () => {
  test('adds no client that sends people to any program', async () => {
    const { error } = await site.admin().oauth.createClient({
      client_name: 'Wiki',
      redirect_uris: [CALLBACK, 'ms-msdt:/id'],
    })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await site.sql`select from auth.oauth_clients`).toHaveLength(0)
  })

  test('adds, lists, changes, renews and deletes clients', async () => {
    const { oauth } = site.admin()
    const { data: added } = await oauth.createClient({ client_name: 'Wiki', redirect_uris: [CALLBACK] })
    expect(added).toMatchObject({ client_type: 'confidential', registration_type: 'manual' })
    const id = added?.client_id ?? ''
    expect((await oauth.getClient(id)).data).toMatchObject({ client_name: 'Wiki' })
    expect((await oauth.getClient(id)).data).not.toHaveProperty('client_secret')
    const changed = await oauth.updateClient(id, {
      client_name: 'Handbook',
      redirect_uris: ['https://wiki.test/cb'],
    })
    expect(changed.data).toMatchObject({ client_name: 'Handbook', redirect_uris: ['https://wiki.test/cb'] })
    expect((await oauth.regenerateClientSecret(id)).data?.client_secret).not.toBe(added?.client_secret)
    expect((await oauth.listClients()).data).toMatchObject({ clients: [{ client_id: id }], total: 1 })
    expect((await oauth.deleteClient(id)).error).toBeNull()
    expect((await oauth.getClient(id)).error).toMatchObject({ status: 404, code: 'oauth_client_not_found' })
  })

  test('is who holds the service key', async () => {
    for (const [method, path] of [
      ['GET', '/admin/oauth/clients'],
      ['POST', '/admin/oauth/clients'],
      ['DELETE', '/admin/oauth/clients/7b1e8a52-0f7e-4b0e-9f61-6d1f3c0a8f11'],
    ] as const)
      expect(await refusal(await site.send(method, path))).toMatchObject({ status: 403, code: 'not_admin' })
  })
})

test('a network that asks for many decisions or tokens is told to wait, in the words of OAuth', async () => {
  const limited = await openSite(database, {
    sendMail: false,
    settings: {
      oauthServer: OAUTH_SERVER,
      rateLimits: { decisionsPerFiveMinutes: 2, clientRequestsPerFiveMinutes: 2 },
    },
  })
  const client = await addClient(limited)
  const decision = () => limited.send('GET', `/oauth/authorize?${authorizeQuery(client, pkce().challenge)}`)
  const token = () => limited.send('POST', '/oauth/token', { body: {} })
  for (const [ask, within] of [
    [decision, 303],
    [token, 400],
  ] as const) {
    expect([(await ask()).status, (await ask()).status]).toEqual([within, within])
    const refused = await ask()
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
    expect(await bodyOf(refused)).toMatchObject({ error: 'temporarily_unavailable' })
  }
  await limited.close()
})

test('requests that nobody decided are deleted when they expire, and codes a day later', async () => {
  const ada = await signedInBrowser(site, 'ada@example.org')
  const client = await addClient(site)
  await codeFor(site, ada, client)
  await site.send('GET', `/oauth/authorize?${authorizeQuery(client, pkce().challenge)}`)
  await site.sql`update auth.oauth_authorizations set expires_at = now() - interval '1 second'`
  const kind = expiredIn(privileged(asAuthAdmin), 90).find(({ what }) => what === 'request of a client')
  expect(await kind?.delete(await kind.find([], 10))).toBe(1)
  expect(await site.sql`select status from auth.oauth_authorizations`).toEqual([{ status: 'approved' }])
})

test('the server publishes its capabilities', async () => {
  const published = await bodyOf(await site.send('GET', '/.well-known/openid-configuration'))
  expect(published).toEqual(site.auth.wellKnown?.authorizationServer)
  expect(published).toMatchObject({
    issuer: `${PUBLIC_URL}/auth/v1`,
    code_challenge_methods_supported: ['S256'],
    registration_endpoint: `${PUBLIC_URL}/auth/v1/oauth/clients/register`,
    scopes_supported: ['openid', 'profile', 'email', 'offline_access', 'systems:read', 'systems:write'],
    client_id_metadata_document_supported: true,
  })
  expect(site.auth.wellKnown?.resources.get('/mcp')).toMatchObject({
    resource: `${PUBLIC_URL}/mcp`,
    authorization_servers: [`${PUBLIC_URL}/auth/v1`],
  })
})
