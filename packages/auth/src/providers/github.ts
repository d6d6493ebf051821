import * as client from 'openid-client'
import { z } from 'zod'
import { isLoopback } from './loopback.ts'
import type { Provider, ProviderSettings } from './provider.ts'

const GITHUB = 'https://github.com'
const DEFAULT_SCOPES = 'read:user user:email'
const TIMEOUT_MS = 10_000

const userSchema = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})

const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** GitHub speaks OAuth 2 without OpenID Connect: the user is fetched from its API. */
export function githubProvider(settings: ProviderSettings): Provider {
  const base = settings.url ?? GITHUB
  const api = settings.url === null ? 'https://api.github.com' : `${base}/api/v3`
  const configuration = new client.Configuration(
    {
      issuer: base,
      authorization_endpoint: `${base}/login/oauth/authorize`,
      token_endpoint: `${base}/login/oauth/access_token`,
    },
    settings.clientId,
    settings.clientSecret,
    client.ClientSecretPost(settings.clientSecret),
  )
  configuration.timeout = TIMEOUT_MS / 1_000
  if (isLoopback(new URL(base))) client.allowInsecureRequests(configuration)

  return {
    async authorizationUrl({ state, codeVerifier, redirectUri, scopes }) {
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: scopes ?? DEFAULT_SCOPES,
        state,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    async answer(callback, { state, codeVerifier }) {
      const { access_token: token } = await client.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        pkceCodeVerifier: codeVerifier,
      })
      const user = userSchema.parse(await get(`${api}/user`, token))
      const emails = emailsSchema.parse(await get(`${api}/user/emails`, token))
      const chosen = emails.find(({ primary }) => primary) ?? emails.find(({ verified }) => verified)
      return {
        profile: {
          subject: String(user.id),
          email: chosen?.email ?? null,
          emailVerified: chosen?.verified ?? false,
          name: user.name ?? user.login,
          avatarUrl: user.avatar_url ?? null,
        },
        emailRule: chosen === undefined ? 'no_address' : 'github',
        claims: { ...user, emails },
      }
    },
    answerInIdToken: null,
  }
}

async function get(url: string, token: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'cairn',
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}.`)
  return response.json()
}
