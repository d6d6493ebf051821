import { createServer, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { checkProvider } from './check-provider.ts'

let server: Server | null = null
afterEach(() => server?.close())

/** Serves the documents of a provider, and returns its address. */
async function provider(documents: (url: string) => Readonly<Record<string, unknown>>): Promise<string> {
  let url = ''
  const opened = createServer(({ url: path = '' }, answer) => {
    const document = documents(url)[path]
    answer.statusCode = document === undefined ? 404 : 200
    answer.end(JSON.stringify(document ?? {}))
  })
  server = opened
  await new Promise<void>((listening) => opened.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${z.object({ port: z.number() }).parse(opened.address()).port}`
  return url
}

const documents =
  (more: object = {}, keys: readonly unknown[] = [{}]) =>
  (url: string) => ({
    '/.well-known/openid-configuration': {
      issuer: `${url}/`,
      authorization_endpoint: `${url}/a`,
      token_endpoint: `${url}/t`,
      jwks_uri: `${url}/k`,
      claims_supported: ['sub', 'email', 'email_verified'],
      ...more,
    },
    '/k': { keys },
  })

const check = async (url: string, more: { trustEmail?: boolean } = {}, name = 'keycloak') =>
  (await checkProvider(name, { clientId: 'x', clientSecret: 'y', url, ...more }))
    .filter(({ isGood }) => !isGood)
    .map(({ part, says }) => `${part}: ${says}`)

it('finds nothing to mend at a provider as sign-in needs it', async () => {
  expect(await check(await provider(documents()))).toEqual([])
})

it.each([
  ['another issuer', documents({ issuer: 'https://other.example' }), /^issuer: .*other\.example\. Set url/],
  ['no key', documents({}, []), /^keys: .*has no keys/],
  ['no scope for the address', documents({ scopes_supported: ['openid'] }), /^scopes: .*email, profile/],
  ['no word about verified addresses', documents({ claims_supported: ['sub'] }), /^addresses: .*trust_email/],
  ['no document', () => ({}), /^address: .*answers 404/],
  ['another document', () => ({ '/.well-known/openid-configuration': {} }), /^address: .*no OpenID/],
])('says what to do about %s', async (_, published, sentence) => {
  expect(await check(await provider(published))).toEqual([expect.stringMatching(sentence)])
})

it('asks for no word about verified addresses where the operator vouches for them, or Entra ID answers', async () => {
  const url = await provider(documents({ claims_supported: ['sub'] }))
  expect(await check(url, { trustEmail: true })).toEqual([])
  expect(await check(url, {}, 'azure')).toEqual([])
})
