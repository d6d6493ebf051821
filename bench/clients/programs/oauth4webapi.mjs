import * as oauth from 'oauth4webapi'

const options = { [oauth.allowInsecureRequests]: true }
const issuer = new URL(`${process.env.CAIRN_URL}/auth/v1`)
const found = await oauth.discoveryRequest(issuer, options)
const server = await oauth.processDiscoveryResponse(issuer, found)
const metadata = {
  client_name: 'Clients',
  redirect_uris: ['http://127.0.0.1:9/callback'],
  token_endpoint_auth_method: 'none',
}
const registered = await oauth.dynamicClientRegistrationRequest(server, metadata, options)
const client = await oauth.processDynamicClientRegistrationResponse(registered)
const revoked = await oauth.revocationRequest(server, client, oauth.None(), 'no token', options)
await oauth.processRevocationResponse(revoked)
