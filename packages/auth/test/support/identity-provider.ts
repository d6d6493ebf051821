import { createServer } from 'node:http'
import Provider from 'oidc-provider'

/** A user of the identity provider, and the claims about them. */
interface ProviderUser {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  /** Claims of the makes of providers, such as groups. */
  [claim: string]: unknown
}

/** A real OpenID Connect provider on a loopback port, with users of the test. */
export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  users: Map<string, ProviderUser>
  /**
   * Goes to the address as a browser does, signs in, agrees, and returns the address to which the browser is
   * redirected.
   */
  signIn(authorizationUrl: string, sub: string): Promise<URL>
  close(): Promise<void>
}

const CLIENT_ID = 'cairn'
const CLIENT_SECRET = 'a secret between the two of them'

export async function openIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The provider has no port.')
  const issuer = `http://127.0.0.1:${address.port}`
  const users = new Map<string, ProviderUser>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
      },
    ],
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['only for tests'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups', 'roles', 'hasgroups', '_claim_names', '_claim_sources'],
    },
    // Claims come in the ID token, as from Google and Microsoft.
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => users.get(sub) ?? { sub },
    }),
  })
  server.on('request', provider.callback())

  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    users,
    signIn: (authorizationUrl, sub) => signIn(authorizationUrl, sub, redirectUri),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Follows redirects with a cookie jar, and fills in the provider's two forms, until it is sent back. */
async function signIn(authorizationUrl: string, sub: string, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next: { url: URL; form: URLSearchParams | null } = { url: new URL(authorizationUrl), form: null }
  for (let step = 0; step < 20; step += 1) {
    if (next.url.href.startsWith(redirectUri)) return next.url
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form === null ? {} : { method: 'POST', body: next.form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const text = await response.text()
    if (location !== null) next = { url: new URL(location, next.url), form: null }
    else next = { url: next.url, form: formOf(text, sub) }
  }
  throw new Error('The provider did not come to an end.')
}

function formOf(page: string, sub: string): URLSearchParams {
  const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
  if (prompt === undefined) throw new Error(`The provider shows another page: ${page.slice(0, 300)}`)
  return new URLSearchParams(prompt === 'login' ? { prompt, login: sub, password: 'any' } : { prompt })
}
