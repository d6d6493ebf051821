import { connect, createServer, type Server, type Socket } from 'node:net'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { PATIENTLY } from '@cairn/testing/patience'
import { testDatabase } from '@cairn/testing/test-database'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openSite, PASSWORD, refusal, type Site } from './support/fixture.ts'

let site: Site
const database = await testDatabase('auth')

beforeAll(async () => {
  site = await openSite(database, { sendMail: false })
})

afterAll(async () => {
  await site.close()
  await database.drop()
})

const WITH_BODY = [
  ['POST', '/signup'],
  ['POST', '/resend'],
  ['POST', '/verify'],
  ['POST', '/token?grant_type=password'],
  ['POST', '/token?grant_type=refresh_token'],
  ['POST', '/token?grant_type=pkce'],
] as const

const BAD_BODIES: [string, string, number, string][] = [
  ['nothing', '', 400, 'bad_json'],
  ['half an object', '{"email":', 400, 'bad_json'],
  ['a word', 'email=ada@example.org', 400, 'bad_json'],
  ['null', 'null', 400, 'validation_failed'],
  ['a list', '[]', 400, 'validation_failed'],
  ['a number', '1e999', 400, 'validation_failed'],
  ['a text', '"email"', 400, 'validation_failed'],
  ['depth 10,000', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400, 'validation_failed'],
  ['2 MB', `"${'a'.repeat(2_000_000)}"`, 413, 'request_entity_too_large'],
]

describe.each(WITH_BODY)('%s %s', (method, path) => {
  test.each(BAD_BODIES)('refuses a body of %s', async (_what, body, status, code) => {
    expect(await refusal(await site.send(method, path, { body }))).toMatchObject({ status, code })
  })

  test('refuses a body that is not UTF-8', async () => {
    const request = new Request(`http://cairn.test/auth/v1${path}`, {
      method,
      body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    })
    const response = await site.auth.handle(request, { clientAddress: '', requestId: 'r', apiRole: 'anon' })
    expect(await refusal(response)).toMatchObject({ status: 400, code: 'bad_json' })
  })

  test('refuses every field of another type, with nothing about internals', async () => {
    for (const value of [7, true, ['a'], { a: 1 }]) {
      const body = Object.fromEntries(
        ['email', 'password', 'token_hash', 'refresh_token', 'auth_code', 'code_verifier', 'type'].map(
          (name) => [name, value],
        ),
      )
      const answer = await refusal(await site.send(method, path, { body }))
      expect(answer.status).toBe(400)
      expect(String(answer.message)).not.toMatch(/zod|postgres|sql|\.ts/i)
    }
  })
})

describe('the shape of a refusal', () => {
  const body = { email: 'nobody@example.org', password: PASSWORD }
  const path = '/token?grant_type=password'

  test('is the old one for clients that name no version or an old one', async () => {
    for (const version of [undefined, '2023-12-31', 'nonsense']) {
      const headers: Record<string, string> =
        version === undefined ? {} : { 'x-supabase-api-version': version }
      const response = await site.send('POST', path, { body, headers })
      expect(JSON.parse(await response.text())).toEqual({
        code: 400,
        error_code: 'invalid_credentials',
        msg: 'Invalid login credentials',
      })
      expect(response.headers.get('x-supabase-api-version')).toBeNull()
    }
  })

  test('is the new one since 2024-01-01', async () => {
    const headers = { 'x-supabase-api-version': '2025-06-01' }
    const response = await site.send('POST', path, { body, headers })
    expect(JSON.parse(await response.text())).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(response.headers.get('x-sb-error-code')).toBe('invalid_credentials')
  })

  test('tells what is weak about a password in both', async () => {
    for (const version of ['2023-01-01', '2024-01-01']) {
      const response = await site.send('POST', '/signup', {
        body: { email: 'a@example.org', password: 'Short1!' },
        headers: { 'x-supabase-api-version': version },
      })
      expect(JSON.parse(await response.text())).toMatchObject({ weak_password: { reasons: ['length'] } })
    }
  })
})

test('a path that is not there is not found', async () => {
  for (const path of ['', '/', '/nothing', '/signup/', '/user/../user', '/admin/nothing', '/toString']) {
    const response = await site.send('POST', path, { body: {} })
    expect([404, 405]).toContain(response.status)
    expect(await refusal(response)).toMatchObject({
      code: path === '/user/../user' ? 'method_not_allowed' : 'not_found',
    })
  }
})

test('a method that a path does not have is refused with those that it has', async () => {
  const response = await site.send('DELETE', '/user')
  expect(response.headers.get('allow')).toBe('GET, PUT')
  expect(await refusal(response)).toMatchObject({ status: 405, code: 'method_not_allowed' })
})

test('GET /settings says which ways to sign in there are', async () => {
  const response = await site.send('GET', '/settings')
  expect(JSON.parse(await response.text())).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
  })
})

test('GET /health answers', async () => {
  expect((await site.send('GET', '/health')).status).toBe(200)
})

describe('[CLIENT-17] a database that is away', () => {
  let proxy: DatabaseProxy
  let cutOff: Site

  beforeAll(async () => {
    proxy = await openProxy(database.authAdmin)
    cutOff = await openSite({ ...database, authAdmin: proxy.target }, { sendMail: false })
    await site.addUser('ada@example.org')
  })

  afterAll(async () => {
    await cutOff.close()
    proxy.cut()
  })

  const signIn = () =>
    cutOff.send('POST', '/token?grant_type=password', {
      body: { email: 'ada@example.org', password: PASSWORD },
    })

  test('is answered with 503 and Retry-After, and forgotten when it is back', async () => {
    const session = z
      .object({ access_token: z.string(), refresh_token: z.string() })
      .parse(await (await signIn()).json())
    proxy.cut()
    const calls: [string, string, unknown][] = [
      ['POST', '/signup', { email: 'grace@example.org', password: PASSWORD }],
      ['POST', '/resend', { email: 'ada@example.org', type: 'signup' }],
      ['POST', '/verify', { type: 'signup', token_hash: 'a' }],
      ['POST', '/token?grant_type=password', { email: 'ada@example.org', password: PASSWORD }],
      ['POST', '/token?grant_type=refresh_token', { refresh_token: session.refresh_token }],
      ['POST', '/token?grant_type=pkce', { auth_code: 'a', code_verifier: 'b' }],
      ['PUT', '/user', { data: {} }],
      ['POST', '/logout', undefined],
      ['GET', '/user', undefined],
    ]
    for (const [method, path, body] of calls) {
      const headers = { authorization: `Bearer ${session.access_token}` }
      const response = await cutOff.send(method, path, { headers, ...(body === undefined ? {} : { body }) })
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await refusal(response)).toMatchObject({ status: 503, code: 'service_unavailable' })
    }
    await proxy.restore()
    await vi.waitFor(async () => expect((await signIn()).status).toBe(200), PATIENTLY)
  })
})

/** A proxy in front of the database, whose connections can be cut. */
interface DatabaseProxy {
  target: ConnectionTarget
  /** Ends all connections and takes no new ones. */
  cut(): void
  restore(): Promise<void>
}

async function openProxy(database: ConnectionTarget): Promise<DatabaseProxy> {
  const open = new Set<Socket>()
  const path = `${database.host}/.s.PGSQL.${database.port}`
  let server: Server
  function listen(port: number): Promise<number> {
    server = createServer((near) => {
      const far = database.host.startsWith('/') ? connect(path) : connect(database.port, database.host)
      for (const socket of [near, far]) {
        open.add(socket)
        socket.on('error', () => socket.destroy())
        socket.on('close', () => [near, far].forEach((end) => void end.destroy()))
      }
      near.pipe(far).pipe(near)
    })
    return new Promise((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
  }
  const port = await listen(0)
  return {
    target: { ...database, host: '127.0.0.1', port },
    cut() {
      server.close()
      for (const socket of open) socket.destroy()
      open.clear()
    },
    restore: async () => void (await listen(port)),
  }
}
