import * as client from 'openid-client'

const issuer = new URL(`${process.env.CAIRN_URL}/auth/v1`)
const metadata = {
  client_name: 'Clients',
  redirect_uris: ['http://127.0.0.1:9/callback'],
  token_endpoint_auth_method: 'none',
}
const registered = await client.dynamicClientRegistration(issuer, metadata, client.None(), {
  execute: [client.allowInsecureRequests],
})
await client.tokenRevocation(registered, 'no token')
