import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Cairn, freshDomain, openCairn } from './support/cairn.ts'
import { type Answer, sendTo } from './support/raw-http.ts'

let cairn: Cairn
const email = `ada@${freshDomain()}`

beforeAll(async () => {
  cairn = await openCairn()
  const { error } = await cairn.browser().auth.signUp({ email, password: 'long enough' })
  expect(error).toBeNull()
})

afterAll(() => cairn.close())

const read = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  sendTo(cairn.server.url, { path, headers })

/** The address of the message in the list, once it has been written. */
function messagePath(): Promise<string> {
  return vi.waitFor(
    async () => {
      const { text } = await read('/outbox')
      expect(text).toContain(email)
      return /href="(\/outbox\/[^"]+\.eml)"/.exec(text)?.[1] ?? ''
    },
    { timeout: 10_000 },
  )
}

describe('without a mail server', () => {
  it('the clients are told where mail can be read', async () => {
    expect((await read('/config.json')).json).toMatchObject({ outbox: '/outbox' })
    expect((await read('/')).text).toContain('&quot;outbox&quot;:&quot;/outbox&quot;')
  })

  it('this machine reads the messages, which run and load nothing', async () => {
    const path = await messagePath()
    expect((await read(path)).text).toContain('Confirm your e-mail address')
    const mail = await read(`${path}/html`)
    expect(mail.text).toContain('/auth/confirm?token_hash=')
    expect(mail.headers['content-security-policy']).toMatch(/^sandbox allow-popups .*default-src 'none'/)
    expect(mail.headers['cache-control']).toBe('no-store')
  })

  it('does without headers that only belong to TLS', async () => {
    expect((await read('/')).headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('every other caller finds nothing', () => {
  const refused: [who: string, headers: Record<string, string>][] = [
    ['by another name that leads here', { host: 'evil.test' }],
    ['by a name that begins like an address', { host: '127.evil.test' }],
    ['by a name that begins like ours', { host: 'localhost.evil.test' }],
    ['by the address of another machine', { host: '192.0.2.1' }],
    ['behind a proxy', { 'x-forwarded-for': '203.0.113.9' }],
    ['behind a proxy, claiming to be here', { 'x-forwarded-for': '127.0.0.1' }],
    ['behind a proxy, with both', { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }],
    ['behind a proxy of another kind', { forwarded: 'for=127.0.0.1;host=localhost' }],
    ['behind a proxy that only says so', { via: '1.1 proxy' }],
  ]
  it.each(refused)('%s', async (_who, headers) => {
    for (const path of ['/outbox', await messagePath(), `${await messagePath()}/html`]) {
      expect(await read(path, headers)).toMatchObject({ status: 404, json: { code: 'PGRST125' } })
    }
  })

  it.each([
    '/outbox/..%2fsecret',
    '/outbox/..%2fpostgres-password',
    '/outbox/%2e%2e%2fsecret',
    '/outbox/x.eml',
  ])('at %s', async (path) => {
    const answer = await read(path)
    expect(answer.text).not.toMatch(/^[0-9a-f]{32,}/)
    expect(answer.status).toBe(404)
  })

  it.each(['POST', 'PUT', 'DELETE'])('to %s', async (method) => {
    const path = await messagePath()
    expect((await sendTo(cairn.server.url, { method, path })).status).toBe(404)
    expect((await read(path)).status).toBe(200)
  })
})
