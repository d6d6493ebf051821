import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATIENTLY } from '@cairn/testing/patience'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Cairn, freshDomain, openCairn } from './support/cairn.ts'
import { type Answer, sendTo } from './support/raw-http.ts'

let cairn: Cairn
/** The cookie that the link of the start leaves. */
let cookie = ''
const email = `ada@${freshDomain()}`
const folder = mkdtempSync(join(tmpdir(), 'cairn-outbox-'))
const log = join(folder, 'log')

beforeAll(async () => {
  cairn = await openCairn({}, log)
  const { error } = await cairn.browser().auth.signUp({ email, password: 'long enough' })
  expect(error).toBeNull()
  const { headers } = await sendTo(cairn.server.url, { path: `/outbox?key=${keyIn(log)}` })
  cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
})

afterAll(async () => {
  await cairn.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The key in the link that the start has printed. */
const keyIn = (file: string) => /\/outbox\?key=([\w-]{32})/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''

/** Reads with the cookie, unless other headers are named. */
const read = (path: string, headers: Record<string, string> = { cookie }): Promise<Answer> =>
  sendTo(cairn.server.url, { path, headers })

/** Sends bytes, and returns the server's answer as text. */
async function bytesFor(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(cairn.server.url).port), 'localhost')
  socket.write(bytes)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

/** The address of the message in the list, once it has been written. */
function messagePath(): Promise<string> {
  return vi.waitFor(async () => {
    const { text } = await read('/outbox')
    expect(text).toContain(email)
    return /href="(\/outbox\/[^"]+\.eml)"/.exec(text)?.[1] ?? ''
  }, PATIENTLY)
}

describe('without a mail server', () => {
  it('the clients learn where mail can be read', async () => {
    expect((await read('/config.json')).json).toMatchObject({ outbox: '/outbox', sendsMail: false })
    expect((await read('/')).text).toContain('&quot;outbox&quot;:&quot;/outbox&quot;')
  })

  it('a browser that opened the link of the start reads the messages, which run and load nothing', async () => {
    const path = await messagePath()
    expect((await read(path)).text).toContain('Confirm your email address')
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
    ['at this machine', {}],
    ['with another key', { cookie: `cairn-outbox=${'x'.repeat(32)}` }],
    ['with an empty key', { cookie: 'cairn-outbox=' }],
    ['by another name that leads here', { host: 'evil.test' }],
    ['behind a proxy, claiming to be here', { 'x-forwarded-for': '127.0.0.1' }],
    ['behind a proxy that passes on an upgrade', { connection: 'upgrade', upgrade: 'websocket' }],
  ]
  it.each(refused)('%s', async (_who, headers) => {
    const path = await messagePath()
    for (const asked of ['/outbox', '/outbox/style.css', path, `${path}/html`]) {
      expect(await read(asked, headers)).toMatchObject({ status: 404, json: { code: 'PGRST125' } })
    }
  })

  it.each(['HTTP/1.0', 'HTTP/1.1'])('through a proxy that speaks %s and adds nothing', async (version) => {
    const path = await messagePath()
    for (const asked of ['/outbox', path]) {
      const answer = await bytesFor(`GET ${asked} ${version}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 404 /)
      expect(answer).not.toContain(email)
    }
  })

  it('in a browser it says where to look, and no more', async () => {
    const { status, text } = await read('/outbox', { accept: 'text/html' })
    expect(status).toBe(404)
    expect(text).toContain('Cairn printed a link when it started')
    expect(text).not.toContain(email)
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

describe('a server that is reached from elsewhere, without a mail server', () => {
  let away: Cairn
  const awayLog = join(folder, 'log-away')

  beforeAll(async () => {
    away = await openCairn({ PUBLIC_URL: 'https://cairn.example' }, awayLog)
    const { error } = await away.browser().auth.signUp({ email, password: 'long enough' })
    expect(error).toBeNull()
  })

  afterAll(() => away?.close())

  it('tells the operator at the start, and the visitor before signing up', async () => {
    expect(readFileSync(awayLog, 'utf8')).toContain('SMTP_URL is not set: nobody gets the mail')
    const { json } = await sendTo(away.server.url, { path: '/config.json' })
    expect(json).toMatchObject({ outbox: null, sendsMail: false })
  })

  it('shows no mail to a visitor who comes through a proxy on the same machine, whatever Host it passes on', async () => {
    for (const host of ['localhost', '127.0.0.1', 'cairn.example']) {
      expect((await sendTo(away.server.url, { path: '/outbox', headers: { host } })).status).toBe(404)
    }
  })

  it('shows its mails to a browser with the key of the start, which leaves the address at once', async () => {
    const key = keyIn(awayLog)
    const headers = { host: 'cairn.example', 'x-forwarded-for': '203.0.113.9' }
    const visit = (path: string, given = '') =>
      sendTo(away.server.url, { path, headers: { ...headers, cookie: given } })
    expect((await visit(`/outbox?key=${key.slice(1)}x`)).status).toBe(404)

    const { status, headers: answered } = await visit(`/outbox?key=${key}`)
    expect({ status, location: answered.location }).toEqual({ status: 302, location: '/' })
    const [left = ''] = answered['set-cookie'] ?? []
    expect(left).toMatch(/; Path=\/outbox; HttpOnly; Secure; SameSite=Strict$/)
    const [pair] = left.split(';')
    await vi.waitFor(async () => expect((await visit('/outbox', pair)).text).toContain(email), PATIENTLY)
    expect((await visit('/outbox', 'cairn-outbox=x')).status).toBe(404)
  })
})
