import * as oauth from 'oauth4webapi'
import { agree } from './person.mjs'

// As an assistant does: from the address of the tools alone to a call of one of them.
const options = { [oauth.allowInsecureRequests]: true }
const resource = new URL(`${process.env.CAIRN_URL}/mcp`)
const described = await oauth.resourceDiscoveryRequest(resource, options)
const { authorization_servers } = await oauth.processResourceDiscoveryResponse(resource, described)
const issuer = new URL(authorization_servers[0])
const found = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' })
const server = await oauth.processDiscoveryResponse(issuer, found)

const callback = 'http://127.0.0.1:9/callback'
const metadata = {
  client_name: 'Clients',
  redirect_uris: [callback],
  token_endpoint_auth_method: 'none',
}
const registered = await oauth.dynamicClientRegistrationRequest(server, metadata, options)
const client = await oauth.processDynamicClientRegistrationResponse(registered)

const verifier = oauth.generateRandomCodeVerifier()
const state = oauth.generateRandomState()
const authorization = new URL(server.authorization_endpoint)
authorization.search = new URLSearchParams({
  client_id: client.client_id,
  redirect_uri: callback,
  response_type: 'code',
  scope: 'systems:read',
  resource: resource.href,
  code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
  state,
}).toString()
const back = oauth.validateAuthResponse(server, client, await agree(authorization), state)
const granted = await oauth.authorizationCodeGrantRequest(
  server,
  client,
  oauth.None(),
  back,
  callback,
  verifier,
  options,
)
const tokens = await oauth.processAuthorizationCodeResponse(server, client, granted)

const call = (token) =>
  oauth.protectedResourceRequest(
    token,
    'POST',
    resource,
    new Headers({ accept: 'application/json', 'content-type': 'application/json' }),
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    options,
  )
const listed = await (await call(tokens.access_token)).json()
if (!listed.result.tools.length) throw new Error(`no tools: ${JSON.stringify(listed)}`)

const again = await oauth.refreshTokenGrantRequest(
  server,
  client,
  oauth.None(),
  tokens.refresh_token,
  options,
)
const continued = await oauth.processRefreshTokenResponse(server, client, again)
const revoked = await oauth.revocationRequest(server, client, oauth.None(), continued.refresh_token, options)
await oauth.processRevocationResponse(revoked)
const late = await call(continued.access_token).then(
  ({ status }) => status,
  (error) => error.status,
)
if (late !== 401) throw new Error(`a revoked token is answered ${late}`)
