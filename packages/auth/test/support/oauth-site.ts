import { createHash, randomBytes } from 'node:crypto'
import type { GoTrueClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { OAuthServerSettings } from '../../src/options.ts'
import { PASSWORD, type Site } from './fixture.ts'

export const OAUTH_SERVER: OAuthServerSettings = {
  consentPath: '/oauth/consent',
  scopes: ['systems:read', 'systems:write'],
  resources: ['/mcp'],
  dynamicRegistration: true,
}

export const CALLBACK = 'https://app.test/callback'

/** A client as it was added, with its secret if it has one. */
export interface TestClient {
  id: string
  secret: string | null
}

/** The response to a token request. */
export interface TokenAnswer {
  status: number
  body: Record<string, unknown>
}

/** A client that the operator adds. */
export async function addClient(site: Site, changes: Record<string, unknown> = {}): Promise<TestClient> {
  const response = await site.send('POST', '/admin/oauth/clients', {
    asAdmin: true,
    body: {
      client_name: 'Report Builder',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
      ...changes,
    },
  })
  const body = await bodyOf(response)
  const { client_id, client_secret } = body
  if (typeof client_id !== 'string') throw new Error(`No client: ${JSON.stringify(body)}`)
  return { id: client_id, secret: typeof client_secret === 'string' ? client_secret : null }
}

export async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null) throw new Error('The answer is no object.')
  return { ...body }
}

/** A verifier, and the challenge that is made from it. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** A client's request for a decision, with what a test changes; null leaves a field out. */
export function authorizeQuery(
  client: TestClient,
  challenge: string,
  changes: Readonly<Record<string, string | null>> = {},
): string {
  const query = {
    client_id: client.id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    state: 'state of the client',
    scope: 'openid email systems:read',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  const given = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  return new URLSearchParams(given).toString()
}

/** Sends the person to the consent page; returns the id of the request. */
export async function begin(site: Site, query: string): Promise<string> {
  const response = await site.send('GET', `/oauth/authorize?${query}`)
  const id = new URL(response.headers.get('location') ?? 'http://none').searchParams.get('authorization_id')
  if (id === null) throw new Error(`No request began: ${response.status} ${response.headers.get('location')}`)
  return id
}

export async function signedInBrowser(site: Site, email: string): Promise<GoTrueClient> {
  const browser = site.browser()
  const { error } = await browser.signInWithPassword({ email, password: PASSWORD })
  if (error !== null) throw error
  return browser
}

/** Lets the person agree; returns the address to which the browser continues. */
export async function agree(browser: GoTrueClient, id: string): Promise<URL> {
  const details = await browser.oauth.getAuthorizationDetails(id)
  if (details.error !== null) throw details.error
  if ('redirect_url' in details.data) return new URL(details.data.redirect_url)
  const decided = await browser.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
  if (decided.error !== null) throw decided.error
  return new URL(decided.data.redirect_url)
}

/** A code that a person gave the client. */
export async function codeFor(
  site: Site,
  browser: GoTrueClient,
  client: TestClient,
  changes: Readonly<Record<string, string | null>> = {},
): Promise<{ code: string; verifier: string }> {
  const { verifier, challenge } = pkce()
  const id = await begin(site, authorizeQuery(client, challenge, changes))
  const code = (await agree(browser, id)).searchParams.get('code')
  if (code === null) throw new Error('No code was given.')
  return { code, verifier }
}

/** A request of a client at /oauth/token, /oauth/revoke. */
export async function post(
  site: Site,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  const response = await site.send('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) }
}

/** Exchanges a code. */
export function exchange(
  site: Site,
  client: TestClient,
  given: { code: string; verifier: string },
  changes: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  return post(site, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: client.id,
    ...(client.secret === null ? {} : { client_secret: client.secret }),
    redirect_uri: CALLBACK,
    code: given.code,
    code_verifier: given.verifier,
    ...changes,
  })
}

/** Refreshes a session with a refresh token. */
export function refresh(
  site: Site,
  client: TestClient,
  token: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  return post(site, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: client.id,
    ...(client.secret === null ? {} : { client_secret: client.secret }),
    refresh_token: token,
    ...changes,
  })
}

/** A field of a response that has to be a text. */
export function textOf(answer: TokenAnswer, name: string): string {
  const value = answer.body[name]
  if (typeof value !== 'string') throw new Error(`No ${name}: ${JSON.stringify(answer.body)}`)
  return value
}
