import { arrangePerson } from '@cairn/testing/people'
import { createClient } from '@supabase/supabase-js'
import * as oauth4webapi from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'
import { NoRealtime } from './support/no-realtime.ts'
import { decide, visit } from './support/oauth-person.ts'

const SERVICE_KEY = `sb_secret_${'a'.repeat(40)}`
const CALLBACK = 'http://127.0.0.1:8765/callback'

let cairn: Cairn
let ada: SignedIn

beforeAll(async () => {
  cairn = await openCairn({ CAIRN_SERVICE_KEY: SERVICE_KEY, OAUTH_DYNAMIC_REGISTRATION: 'on' })
  const person = await arrangePerson(cairn.database, { email: 'ada@acme.test', name: 'Ada Example' })
  ada = await cairn.signedIn(person)
})

afterAll(() => cairn.close())

function admin() {
  return createClient(cairn.server.url, SERVICE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: NoRealtime },
  }).auth.admin.oauth
}

const issuer = () => new URL(`${cairn.server.url}/auth/v1`)

/** A request for data as an app sends it: with its token and nothing else. */
const read = (path: string, token: string) =>
  fetch(`${cairn.server.url}/rest/v1${path}`, { headers: { authorization: `Bearer ${token}` } })

describe('openid-client', () => {
  const insecure = { execute: [openid.allowInsecureRequests] }

  test('finds the server, registers, signs a person in, reads who they are, continues and ends it', async () => {
    const config = await openid.dynamicClientRegistration(
      issuer(),
      { client_name: 'Internal Wiki', redirect_uris: [CALLBACK] },
      openid.ClientSecretBasic(),
      insecure,
    )
    const verifier = openid.randomPKCECodeVerifier()
    const [state, nonce] = [openid.randomState(), openid.randomNonce()]
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid profile email',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    const back = await decide(ada.client, url)
    const checks = {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    }
    const tokens = await openid.authorizationCodeGrant(config, back, checks)
    expect(tokens.claims()).toMatchObject({ sub: ada.userId, email: 'ada@acme.test', name: 'Ada Example' })
    const person = await openid.fetchUserInfo(config, tokens.access_token, ada.userId)
    expect(person).toMatchObject({ email: 'ada@acme.test', email_verified: true, name: 'Ada Example' })
    const continued = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(continued.scope).toBe('openid profile email')
    await openid.tokenRevocation(config, continued.access_token)
    await expect(openid.refreshTokenGrant(config, continued.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(openid.fetchUserInfo(config, continued.access_token, ada.userId)).rejects.toThrow()
  })

  test('learns when the person refuses', async () => {
    const { data } = await admin().createClient({
      client_name: 'Refused',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'client_secret_post',
    })
    const auth = openid.ClientSecretPost(data?.client_secret ?? '')
    const config = await openid.discovery(issuer(), data?.client_id ?? '', undefined, auth, {
      ...insecure,
      algorithm: 'oauth2',
    })
    const verifier = openid.randomPKCECodeVerifier()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const back = await decide(ada.client, url, 'deny')
    await expect(
      openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier }),
    ).rejects.toMatchObject({ error: 'access_denied' })
  })
})

/** Wrong requests of a client, with what is answered. */
const WRONG = [
  [{ prompt: 'none' }, 'login_required'],
  [{ scope: 'openid everything' }, 'invalid_scope'],
  [{ response_type: 'token' }, 'unsupported_response_type'],
] as const

describe('a wrong request', () => {
  test('of a client that nobody has checked leads a visitor to a page of ours (openid-client)', async () => {
    const config = await openid.dynamicClientRegistration(
      issuer(),
      { client_name: 'Stranger', redirect_uris: ['https://evil.test/landing'] },
      openid.None(),
      { execute: [openid.allowInsecureRequests] },
    )
    const code_challenge = await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier())
    for (const [changes, problem] of WRONG) {
      const asked = openid.buildAuthorizationUrl(config, {
        redirect_uri: 'https://evil.test/landing',
        code_challenge,
        code_challenge_method: 'S256',
        ...changes,
      })
      expect((await visit(asked)).href).toBe(`${cairn.server.url}/oauth/consent?problem=${problem}`)
    }
  })

  test('of a client that the operator added is answered to it, by the issuer (oauth4webapi)', async () => {
    const options = { [oauth4webapi.allowInsecureRequests]: true }
    const found = await oauth4webapi.discoveryRequest(issuer(), options)
    const server = await oauth4webapi.processDiscoveryResponse(issuer(), found)
    const { data } = await admin().createClient({ client_name: 'Known', redirect_uris: [CALLBACK] })
    const client = { client_id: data?.client_id ?? '' }
    const state = oauth4webapi.generateRandomState()
    for (const [changes, error] of WRONG) {
      const url = new URL(server.authorization_endpoint ?? '')
      url.search = new URLSearchParams({
        ...client,
        redirect_uri: CALLBACK,
        response_type: 'code',
        state,
        code_challenge: await oauth4webapi.calculatePKCECodeChallenge('v'.repeat(43)),
        code_challenge_method: 'S256',
        ...changes,
      }).toString()
      const back = await visit(url)
      expect(back.origin + back.pathname).toBe(CALLBACK)
      expect(() => oauth4webapi.validateAuthResponse(server, client, back, state)).toThrow(
        expect.objectContaining({ error }),
      )
      const other = { ...server, issuer: 'https://evil.test' }
      expect(() => oauth4webapi.validateAuthResponse(other, client, back, state)).toThrow(/iss/)
    }
  })
})

describe('a client that registers itself', () => {
  const register = (redirect_uris: string[]) =>
    openid.dynamicClientRegistration(issuer(), { client_name: 'Native', redirect_uris }, openid.None(), {
      execute: [openid.allowInsecureRequests],
    })

  test.each(['ms-msdt:/id', 'search-ms:query=x', 'intent:x', 'javascript:alert(1)', 'http://evil.test/'])(
    'sends nobody to %s',
    async (address) => {
      await expect(register([address])).rejects.toMatchObject({ error: 'invalid_redirect_uri' })
    },
  )

  test('learns which of its addresses are left', async () => {
    const config = await register(['editor://callback', CALLBACK])
    expect(config.clientMetadata()['redirect_uris']).toEqual([CALLBACK])
  })
})

describe('oauth4webapi', () => {
  const options = { [oauth4webapi.allowInsecureRequests]: true }

  test('finds what protects the data, gets a token for it alone, and reads within its scope', async () => {
    const resource = new URL(`${cairn.server.url}/rest/v1`)
    const described = await oauth4webapi.processResourceDiscoveryResponse(
      resource,
      await oauth4webapi.resourceDiscoveryRequest(resource, options),
    )
    expect(described.authorization_servers).toEqual([issuer().href])
    const server = await oauth4webapi.processDiscoveryResponse(
      issuer(),
      await oauth4webapi.discoveryRequest(issuer(), { ...options, algorithm: 'oauth2' }),
    )
    const { data } = await admin().createClient({
      client_name: 'Report Builder',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
    })
    const client = { client_id: data?.client_id ?? '' }
    const verifier = oauth4webapi.generateRandomCodeVerifier()
    const state = oauth4webapi.generateRandomState()
    const url = new URL(server.authorization_endpoint ?? '')
    url.search = new URLSearchParams({
      ...client,
      redirect_uri: 'http://127.0.0.1:50123/callback',
      response_type: 'code',
      scope: 'systems:read',
      state,
      resource: resource.href,
      code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()
    const answer = oauth4webapi.validateAuthResponse(server, client, await decide(ada.client, url), state)
    const given = await oauth4webapi.authorizationCodeGrantRequest(
      server,
      client,
      oauth4webapi.None(),
      answer,
      'http://127.0.0.1:50123/callback',
      verifier,
      { ...options, additionalParameters: { resource: resource.href } },
    )
    const tokens = await oauth4webapi.processAuthorizationCodeResponse(server, client, given)
    expect((await read('/systems?select=id', tokens.access_token)).status).toBe(200)
    expect((await read('/agents?select=id', tokens.access_token)).status).toBe(403)
    const write = await fetch(`${resource.href}/systems`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Made by an app' }),
    })
    expect(write.status).toBe(403)
    const assistant = await fetch(`${cairn.server.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect(assistant.status).toBe(401)
    expect((await ada.client.auth.oauth.revokeGrant({ clientId: client.client_id })).error).toBeNull()
    expect((await read('/systems?select=id', tokens.access_token)).status).toBe(401)
  })

  test('a token for /mcp opens nothing at /rest/v1, and one that only signs in shows no data', async () => {
    const server = await oauth4webapi.processDiscoveryResponse(
      issuer(),
      await oauth4webapi.discoveryRequest(issuer(), options),
    )
    const registered = await oauth4webapi.processDynamicClientRegistrationResponse(
      await oauth4webapi.dynamicClientRegistrationRequest(
        server,
        { client_name: 'Assistant', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
        options,
      ),
    )
    const client = { client_id: registered.client_id }
    async function tokenFor(changes: Record<string, string>): Promise<string> {
      const verifier = oauth4webapi.generateRandomCodeVerifier()
      const url = new URL(server.authorization_endpoint ?? '')
      url.search = new URLSearchParams({
        ...client,
        redirect_uri: CALLBACK,
        response_type: 'code',
        code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...changes,
      }).toString()
      const back = await decide(ada.client, url)
      const answer = oauth4webapi.validateAuthResponse(server, client, back, oauth4webapi.expectNoState)
      const auth = oauth4webapi.None()
      const given = await oauth4webapi.authorizationCodeGrantRequest(
        server,
        client,
        auth,
        answer,
        CALLBACK,
        verifier,
        options,
      )
      return (await oauth4webapi.processAuthorizationCodeResponse(server, client, given)).access_token
    }
    const mcp = await tokenFor({ scope: 'systems:read', resource: `${cairn.server.url}/mcp` })
    expect((await read('/systems?select=id', mcp)).status).toBe(401)
    const withKey = await cairn.send({
      path: '/rest/v1/systems',
      headers: { authorization: `Bearer ${mcp}` },
    })
    expect(withKey.status).toBe(401)
    const signIn = await tokenFor({ scope: 'openid' })
    for (const path of ['/systems', '/profiles', '/account_members', '/accounts', '/', '/rpc/get_my_profile'])
      expect([path, (await read(path, signIn)).status]).toEqual([path, 403])
    // It once had the whole account made into an archive in this way.
    const send = (path: string, body: object = {}) =>
      cairn.send({ path, method: 'POST', body, headers: { authorization: `Bearer ${signIn}` } })
    for (const path of ['/rest/v1//rpc/request_archive', '/rest/v1/rp%63/request_archive'])
      expect((await send(path)).status).toBe(404)
    for (const path of ['/rest/v1/rpc/request_archive', '/auth/v1/factors'])
      expect([path, (await send(path)).status]).toEqual([path, 403])
    const exported = await send('/functions/v1/export', {
      ...{ kind: 'system', format: 'csv' },
      columns: [{ key: 'name', head: 'Name', type: 'text' }],
    })
    expect(exported.status).toBe(403)
    expect(await cairn.database`select from public.archives`).toHaveLength(0)
  })
})

test.each([
  'https://127.0.0.1/client.json',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
])('a client whose document would be at %s is refused, and the address not asked', async (clientId) => {
  const url = new URL(`${issuer().href}/oauth/authorize`)
  url.search = new URLSearchParams({ client_id: clientId, redirect_uri: CALLBACK }).toString()
  const answer = await fetch(url, { redirect: 'manual' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: 'invalid_client' })
})

describe('a page of another origin', () => {
  const headers = { origin: 'https://elsewhere.test' }

  test.each([
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/auth/v1',
    '/.well-known/openid-configuration/auth/v1',
    '/.well-known/oauth-protected-resource/rest/v1',
    '/.well-known/oauth-protected-resource/mcp',
    '/auth/v1/.well-known/openid-configuration',
    '/auth/v1/.well-known/jwks.json',
  ])('may read %s', async (path) => {
    const answer = await fetch(cairn.server.url + path, { headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('may exchange a code, and may not decide for a person', async () => {
    const token = await fetch(`${cairn.server.url}/auth/v1/oauth/token`, {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-method': 'POST' },
    })
    expect(token.headers.get('access-control-allow-origin')).toBe('*')
    const consent = await fetch(`${cairn.server.url}/auth/v1/oauth/authorizations/x/consent`, {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-method': 'POST' },
    })
    expect(consent.headers.get('access-control-allow-origin')).toBeNull()
  })
})

test('the page that asks cannot be framed', async () => {
  const page = await fetch(`${cairn.server.url}/oauth/consent?authorization_id=x`)
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
