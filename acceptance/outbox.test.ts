import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATIENTLY } from '@cairn/testing/patience'
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

/** What the server answers to bytes, as text. */
async function bytesFor(port: number, bytes: string): Promise<string> {
  const socket = connect(port, 'localhost')
  socket.end(bytes)
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
  it('the clients are told where mail can be read', async () => {
    expect((await read('/config.json')).json).toMatchObject({ outbox: '/outbox', sendsMail: false })
    expect((await read('/')).text).toContain('&quot;outbox&quot;:&quot;/outbox&quot;')
  })

  it('this machine reads the messages, which run and load nothing', async () => {
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
    ['by another name that leads here', { host: 'evil.test' }],
    ['by a name that begins like an address', { host: '127.evil.test' }],
    ['by a name that begins like ours', { host: 'localhost.evil.test' }],
    ['by the address of another machine', { host: '192.0.2.1' }],
    ['behind a proxy', { 'x-forwarded-for': '203.0.113.9' }],
    ['behind a proxy, claiming to be here', { 'x-forwarded-for': '127.0.0.1' }],
    ['behind a proxy, with both', { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }],
    ['behind a proxy of another kind', { forwarded: 'for=127.0.0.1;host=localhost' }],
    ['behind a proxy that only says so', { via: '1.1 proxy' }],
    ['behind a proxy that names the scheme', { 'x-forwarded-proto': 'https' }],
    ['behind a proxy that names the client', { 'x-real-ip': '203.0.113.9' }],
    ['behind a proxy of a large network', { 'cf-connecting-ip': '203.0.113.9' }],
  ]
  it.each(refused)('%s', async (_who, headers) => {
    for (const path of ['/outbox', await messagePath(), `${await messagePath()}/html`]) {
      expect(await read(path, headers)).toMatchObject({ status: 404, json: { code: 'PGRST125' } })
    }
  })

  it('through a proxy that adds nothing, and so speaks HTTP/1.0', async () => {
    const { port } = new URL(cairn.server.url)
    const answer = await bytesFor(Number(port), `GET /outbox HTTP/1.0\r\nHost: localhost:${port}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
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
  const folder = mkdtempSync(join(tmpdir(), 'cairn-outbox-'))
  const log = join(folder, 'log')

  beforeAll(async () => {
    away = await openCairn({ PUBLIC_URL: 'https://cairn.example' }, log)
    const { error } = await away.browser().auth.signUp({ email, password: 'long enough' })
    expect(error).toBeNull()
  })

  afterAll(async () => {
    await away.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('tells the operator at the start, and the visitor before signing up', async () => {
    expect(readFileSync(log, 'utf8')).toContain('SMTP_URL is not set: nobody gets the mail')
    const { json } = await sendTo(away.server.url, { path: '/config.json' })
    expect(json).toMatchObject({ outbox: null, sendsMail: false })
  })

  it('shows no mail to whoever comes through a proxy on the same machine, whatever Host it passes on', async () => {
    for (const host of ['localhost', '127.0.0.1', 'cairn.example']) {
      expect((await sendTo(away.server.url, { path: '/outbox', headers: { host } })).status).toBe(404)
    }
  })

  it('shows its mails to whoever has the key of the start, which leaves the address at once', async () => {
    const key = /https:\/\/cairn\.example\/outbox\?key=([\w-]{32})/.exec(readFileSync(log, 'utf8'))?.[1] ?? ''
    const headers = { host: 'cairn.example', 'x-forwarded-for': '203.0.113.9' }
    const visit = (path: string, cookie = '') =>
      sendTo(away.server.url, { path, headers: { ...headers, cookie } })
    expect((await visit(`/outbox?key=${key.slice(1)}x`)).status).toBe(404)

    const { status, headers: answered } = await visit(`/outbox?key=${key}`)
    expect({ status, location: answered.location }).toEqual({ status: 302, location: '/outbox' })
    const [cookie = ''] = answered['set-cookie'] ?? []
    expect(cookie).toMatch(/; Path=\/outbox; HttpOnly; Secure; SameSite=Strict$/)
    const [pair] = cookie.split(';')
    await vi.waitFor(async () => expect((await visit('/outbox', pair)).text).toContain(email), PATIENTLY)
    expect((await visit('/outbox', 'cairn-outbox=x')).status).toBe(404)
  })
})
