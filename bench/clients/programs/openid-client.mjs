import * as client from 'openid-client'
import { agree } from './person.mjs'

const issuer = new URL(`${process.env.CAIRN_URL}/auth/v1`)
const callback = 'http://127.0.0.1:9/callback'
const metadata = { client_name: 'Clients', redirect_uris: [callback], token_endpoint_auth_method: 'none' }
const config = await client.dynamicClientRegistration(issuer, metadata, client.None(), {
  execute: [client.allowInsecureRequests],
})

const pkceCodeVerifier = client.randomPKCECodeVerifier()
const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
const authorization = client.buildAuthorizationUrl(config, {
  redirect_uri: callback,
  scope: 'openid profile email',
  code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
  code_challenge_method: 'S256',
  state: expectedState,
  nonce: expectedNonce,
})
const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true }
const tokens = await client.authorizationCodeGrant(config, await agree(authorization), checks)
const { sub } = tokens.claims()
const person = await client.fetchUserInfo(config, tokens.access_token, sub)
if (person.email !== 'ada@clients.example') throw new Error(`another person: ${JSON.stringify(person)}`)
const continued = await client.refreshTokenGrant(config, tokens.refresh_token)
await client.tokenRevocation(config, continued.refresh_token)
const late = await client.fetchUserInfo(config, continued.access_token, sub).then(
  () => 'read',
  () => 'refused',
)
if (late !== 'refused') throw new Error('a revoked token reads the person')
