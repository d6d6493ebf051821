import { type Mailbox, openMailbox } from '@cairn/testing/mailbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cairn, openCairn } from './support/cairn.ts'
import { type Answer, type Message, sendTo } from './support/raw-http.ts'
import { expectReady } from './support/ready.ts'
import { expectNoInternals, expectNoSoftware } from './support/refusal.ts'

const PUBLIC_URL = 'https://cairn.example'
const FRIEND = 'https://friend.example'

let cairn: Cairn
let mailbox: Mailbox

beforeAll(async () => {
  mailbox = await openMailbox()
  cairn = await openCairn({ SMTP_URL: mailbox.url, PUBLIC_URL, CAIRN_CORS_ORIGINS: FRIEND })
})

afterAll(async () => {
  await cairn.close()
  await mailbox.close()
})

const visit = (message: Message) => sendTo(cairn.server.url, message)

const EVERYWHERE = {
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: https:",
  "font-src 'self'",
  "connect-src 'self' https://cairn.example wss://cairn.example",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

describe('the page', () => {
  it.each(['/', '/auth', '/systems', '/team/42', '/auth/confirm?token_hash=x&type=signup'])(
    '[CSP-01] [CSP-02] %s carries its headers',
    async (path) => {
      const page = await visit({ path })
      expect(page.status).toBe(200)
      expect(page.headers).toMatchObject({
        ...EVERYWHERE,
        'content-type': expect.stringMatching(/^text\/html; charset=utf-8$/i),
        'content-security-policy': PAGE_POLICY,
        'cache-control': 'no-cache',
        'cross-origin-resource-policy': 'same-origin',
      })
      expectNoSoftware(page)
    },
  )

  it('holds no inline script or style, and its configuration in an attribute', async () => {
    const { text } = await visit({ path: '/' })
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son[a-z]+=|javascript:/i)
    const value = /<meta name="cairn-config" content="([^"]*)"/.exec(text)?.[1] ?? ''
    const { publishableKey: key } = cairn.server
    expect(JSON.parse(value.replaceAll('&quot;', '"'))).toEqual({
      url: null,
      key,
      sendsMail: true,
      outbox: null,
    })
  })

  it('is there for HEAD, with the same headers and no body', async () => {
    const [page, head] = [await visit({ path: '/' }), await visit({ method: 'HEAD', path: '/' })]
    const { date, 'x-request-id': _id, 'content-length': _length, ...same } = page.headers
    expect(head).toMatchObject({ status: 200, text: '', headers: expect.objectContaining(same) })
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])('is not there for %s', async (method) => {
    const answer = await visit({ method, path: '/systems' })
    expect([404, 405]).toContain(answer.status)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
  })
})

describe('a built file', () => {
  /** The files that the page loads, and those that it preloads. */
  async function assets(): Promise<string[]> {
    const { text } = await visit({ path: '/' })
    return [...text.matchAll(/\/assets\/[^"\s]+/g)].map(([path]) => path)
  }

  it('is kept for a year, and sent in the best form that the browser takes', async () => {
    const scripts = (await assets()).filter((path) => /\.(js|css)$/.test(path))
    expect(scripts).toContainEqual(expect.stringMatching(/\.js$/))
    expect(scripts).toContainEqual(expect.stringMatching(/\.css$/))
    for (const path of scripts) {
      const plain = await visit({ path })
      expect(plain.headers).toMatchObject({
        ...EVERYWHERE,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      })
      expect(plain.headers).not.toHaveProperty('content-encoding')
      expect(await unpacked(path, 'gzip, br', 'br')).toBe(plain.text)
      expect(await unpacked(path, 'gzip', 'gzip')).toBe(plain.text)
    }
  })

  /** Unpacks a file as a browser does that accepts these encodings. */
  async function unpacked(path: string, accepted: string, encoding: string): Promise<string> {
    const answer = await fetch(cairn.server.url + path, { headers: { 'accept-encoding': accepted } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    return answer.text()
  }

  it('has no source map beside it, and names none', async () => {
    for (const path of await assets()) {
      expect((await visit({ path: `${path}.map` })).status).toBe(404)
      expect((await visit({ path })).text).not.toMatch(/sourceMappingURL/)
    }
  })

  it.each([
    '/assets/nope.js',
    '/assets/nope',
    '/assets/',
    '/.env',
    '/.git/config',
    '/.well-known/security.txt',
    '/index.html',
    '/package.json',
    '/early.js.br',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e%2f%2e%2e%2fetc/passwd',
    '/..%5c..%5cetc/passwd',
    '/....//....//etc/passwd',
    '/assets/..%2f..%2f..%2fserver/dist/main.js',
    '/assets/%2e%2e/index.html',
    '//etc/passwd',
  ])('is answered 404 at an address without one: %s', async (path) => {
    const answer = await visit({ path })
    expect(answer.status).toBe(404)
    expect(answer.text).not.toMatch(/<html|root:/)
    expectNoInternals(answer)
  })

  it('is not read through the parent folder either', async () => {
    const answer = await visit({ path: '/../../../../../../etc/passwd' })
    expect(answer.text).not.toContain('root:')
  })
})

describe('the API', () => {
  const asks: Message[] = [
    { path: '/rest/v1/systems' },
    { path: '/auth/v1/settings' },
    { path: '/auth/v1/nothing' },
  ]

  it.each(asks)('$path carries its headers, also when it refuses', async (message) => {
    for (const answer of [await cairn.send(message), await visit(message)]) {
      expect(answer.headers).toMatchObject({
        ...EVERYWHERE,
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'content-type': expect.stringMatching(/^application\/json/),
      })
      expectNoInternals(answer)
    }
  })

  const permission = ({ headers }: Answer) => headers['access-control-allow-origin']

  it.each(asks)('$path lets pages of listed origins in, and never with cookies', async ({ path }) => {
    const from = (origin: string) => cairn.send({ path, headers: { origin } })
    const preflight = (origin: string) =>
      visit({ method: 'OPTIONS', path, headers: { origin, 'access-control-request-method': 'POST' } })
    for (const ask of [from, preflight]) {
      const friend = await ask(FRIEND)
      expect(permission(friend)).toBe(FRIEND)
      expect(friend.headers.vary).toMatch(/\borigin\b/i)
      for (const origin of [
        'https://evil.test',
        'https://friend.example.evil.test',
        'http://friend.example',
        'null',
      ]) {
        expect(permission(await ask(origin)), origin).toBeUndefined()
      }
      expect(friend.headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  it('takes no cookie for a key or a session', async () => {
    const cookie = `apikey=${cairn.server.publishableKey}; sb-access-token=x; sb-localhost-auth-token=x`
    expect((await visit({ path: '/rest/v1/systems', headers: { cookie } })).status).toBe(401)
    expect((await cairn.send({ path: '/auth/v1/user', headers: { cookie } })).status).toBe(401)
  })
})

describe('beside page and API', () => {
  it('other clients learn address and key', async () => {
    const { json, headers } = await visit({
      path: '/config.json',
      headers: { origin: 'https://anywhere.test' },
    })
    expect(json).toEqual({
      url: PUBLIC_URL,
      key: cairn.server.publishableKey,
      sendsMail: true,
      outbox: null,
    })
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*' })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('a probe learns that the process runs and that it can serve, and nothing else', async () => {
    expect(await visit({ path: '/healthz' })).toMatchObject({ status: 200, json: { status: 'ok' } })
    await expectReady(cairn)
    expect(await visit({ path: '/readyz' })).toMatchObject({ status: 200, json: { status: 'ready' } })
  })

  it.each(['/storage/v1/bucket', '/realtime/v1/websocket', '/graphql/v1/'])(
    'a part of Supabase that is not there says so in JSON: %s',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        expect(await visit({ method, path, headers: { accept: 'text/html' } })).toMatchObject({
          status: 501,
          json: { message: expect.stringMatching(/^This server has no (storage|realtime|graphql)\./) },
        })
      }
    },
  )

  it('a program that asks for no page finds nothing where a page would be', async () => {
    const status = async (path: string, accept?: string) =>
      (await visit({ path, headers: accept === undefined ? {} : { accept } })).status
    expect(await status('/nowhere', 'application/json')).toBe(404)
    expect(await status('/systems', 'application/json')).toBe(404)
    expect(await status('/metrics', 'text/html')).toBe(404)
    expect(await status('/systems', 'text/html,*/*;q=0.8')).toBe(200)
    expect(await status('/systems', '*/*')).toBe(200)
    expect(await status('/systems')).toBe(200)
  })

  it.each(['/outbox', '/outbox/', '/outbox/style.css', '/outbox/x.eml'])(
    'there is no outbox when mail is sent: %s',
    async (path) => {
      expect((await visit({ path })).status).toBe(404)
    },
  )
})
