import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { githubProvider } from './github.ts'

/** The responses that GitHub documents, from a server on a loopback port. */
let answers: Record<string, unknown>
const asked: { path: string; authorization: string | undefined; body: string }[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString()
  })
  request.on('end', () => {
    const path = request.url ?? ''
    asked.push({ path, authorization: request.headers.authorization, body })
    const answer = answers[path]
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
})

let base: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : ''
  answers = {
    '/login/oauth/access_token': { access_token: 'gho_token', token_type: 'bearer', scope: 'read:user' },
    '/api/v3/user': {
      id: 7,
      login: 'ada',
      name: null,
      avatar_url: `${base}/ada.png`,
      email: 'public@example.org',
    },
    '/api/v3/user/emails': [
      { email: 'other@example.org', primary: false, verified: true },
      { email: 'ada@example.org', primary: true, verified: true },
    ],
  }
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

const SECRETS = { state: 'the-state', nonce: 'n', codeVerifier: 'v'.repeat(43) }
const github = () => githubProvider({ clientId: 'id', clientSecret: 'secret', url: base })
const callback = (query: string) => new URL(`http://cairn.test/auth/v1/callback?${query}`)

describe('GitHub', () => {
  test('requests name and addresses by PKCE, nothing else', async () => {
    const redirectUri = 'http://cairn.test/auth/v1/callback'
    const url = await github().authorizationUrl({ ...SECRETS, redirectUri, scopes: null })
    expect(url.origin + url.pathname).toBe(`${base}/login/oauth/authorize`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'id',
      redirect_uri: redirectUri,
      scope: 'read:user user:email',
      state: 'the-state',
      code_challenge_method: 'S256',
    })
  })

  test('identifies the user who returned: the primary address, and whether it was proven', async () => {
    const profile = (await github().answer(callback('code=c&state=the-state'), SECRETS)).profile
    expect(profile).toEqual({
      subject: '7',
      email: 'ada@example.org',
      emailVerified: true,
      name: 'ada',
      avatarUrl: `${base}/ada.png`,
    })
    expect(asked[0]?.body).toContain(`code_verifier=${SECRETS.codeVerifier}`)
    expect(asked.at(-1)?.authorization).toBe('Bearer gho_token')
  })

  test('does not vouch for an address that it has not proven', async () => {
    answers['/api/v3/user/emails'] = [{ email: 'ada@example.org', primary: true, verified: false }]
    const profile = (await github().answer(callback('code=c&state=the-state'), SECRETS)).profile
    expect(profile).toMatchObject({ email: 'ada@example.org', emailVerified: false })
  })

  test('is not trusted with another state, or when it refuses', async () => {
    await expect(github().answer(callback('code=c&state=forged'), SECRETS)).rejects.toThrow()
    await expect(github().answer(callback('error=access_denied&state=the-state'), SECRETS)).rejects.toThrow()
    delete answers['/api/v3/user']
    await expect(github().answer(callback('code=c&state=the-state'), SECRETS)).rejects.toThrow(/404/)
  })
})
