import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type ArrangedHeartbeat, arrangeHeartbeats } from '@cairn/testing/heartbeats'
import { arrangePerson } from '@cairn/testing/people'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Cairn, openCairn } from './support/cairn.ts'
import { type Answer, type Message, sendTo } from './support/raw-http.ts'

const RID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const OTHER_RID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const UNKNOWN = '0'.repeat(32)
const REQUEST_WITHIN_MS = 15_000

const log = join(scratchFolder('cairn-log-'), 'log')
let cairn: Cairn
let accountId: string
let heartbeat: ArrangedHeartbeat
let slow: { socket: Socket; heartbeat: ArrangedHeartbeat; since: number }

beforeAll(async () => {
  cairn = await openCairn({ LOG_LEVEL: 'info' }, log)
  const { id } = await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada' })
  const [member] = await cairn.database<[{ accountId: string }]>`
    select account_id as "accountId" from public.account_members where user_id = ${id}`
  accountId = member.accountId
  slow = await sendSlowly(await another())
})
beforeEach(async () => {
  heartbeat = await another()
})
afterAll(() => cairn?.close())

/** Another address, so that no test meets the limits of the one before. */
async function another(): Promise<ArrangedHeartbeat> {
  const [one] = await arrangeHeartbeats(cairn.database, { accountId, count: 1 })
  if (one === undefined) throw new Error('There is no heartbeat.')
  return one
}

/** Begins a body that never ends. */
async function sendSlowly(called: ArrangedHeartbeat) {
  const socket = connect(Number(new URL(cairn.server.url).port), 'localhost')
  socket.write(`POST /p/${called.token} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc`)
  await once(socket, 'connect')
  return { socket, heartbeat: called, since: performance.now() }
}

/** Calls as a script does: with neither a key nor a session. */
const send = (message: Message) => sendTo(cairn.server.url, message)
const call = (path = '', message: Partial<Message> = {}) =>
  send({ ...message, path: `/p/${heartbeat.token}${path}` })
const post = (body: NonNullable<Message['body']>, message: Partial<Message> = {}) =>
  call('', { method: 'POST', body, ...message })

const runsOf = ({ id }: ArrangedHeartbeat) =>
  cairn.database<{ outcome: string; code: number | null; rid: string | null; note: string | null }[]>`
    select outcome, exit_code as code, rid, note from public.runs where heartbeat_id = ${id} order by number`
const outcomes = async () => (await runsOf(heartbeat)).map(({ outcome }) => outcome)

const line = ({ status, text }: Answer) => `${status} ${text}`

describe('a call', () => {
  it.each<[path: string, outcome: string, code: number | null]>([
    ['', 'success', null],
    ['/', 'success', null],
    ['/start', 'running', null],
    ['/fail', 'failure', null],
    ['/log', 'log', null],
    ['/0', 'success', 0],
    ['/3', 'failure', 3],
    ['/255', 'failure', 255],
  ])('to /p/<token>%s is kept', async (path, outcome, code) => {
    expect(line(await call(path))).toBe('200 OK')
    expect(await runsOf(heartbeat)).toEqual([{ outcome, code, rid: null, note: null }])
  })

  it.each(['GET', 'HEAD', 'POST'])('with %s counts', async (method) => {
    expect((await call('', { method })).status).toBe(200)
    expect(await outcomes()).toEqual(['success'])
  })

  it('is answered as text that nothing keeps, and to pages of any origin', async () => {
    const { headers } = await call('', { headers: { origin: 'https://elsewhere.test' } })
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    const preflight = await call('', {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.test', 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(await outcomes()).toEqual(['success'])
  })

  it('by the function of any Supabase is the same', async () => {
    const path = `/functions/v1/ping/${heartbeat.token}/7?rid=${RID}`
    expect(line(await send({ method: 'POST', path, body: 'No file.' }))).toBe('200 OK')
    expect(await runsOf(heartbeat)).toEqual([{ outcome: 'failure', code: 7, rid: RID, note: 'No file.' }])
    const unknown = { method: 'POST', path: `/functions/v1/ping/${UNKNOWN}` }
    expect(line(await send(unknown))).toBe('404 not found')
  })
})

describe('a call is answered 404', () => {
  it('at an address that nobody has, and at one that is no token', async () => {
    for (const token of [UNKNOWN, '', 'x', 'x'.repeat(500), '%00', `${heartbeat.token}%20`, "'--"])
      expect([token, line(await send({ path: `/p/${token}` }))]).toEqual([token, '404 not found'])
    expect(await outcomes()).toEqual([])
  })

  it('at a former address, from 24 hours after its rotation on', async () => {
    const next = 'f'.repeat(32)
    await cairn.database`
      update public.heartbeats
      set former_hash = token_hash, former_until = now() + interval '1 hour', token_hash = private.token_hash(${next})
      where id = ${heartbeat.id}`
    expect(line(await call())).toBe('200 OK')
    expect(line(await send({ path: `/p/${next}` }))).toBe('200 OK')
    await cairn.database`update public.heartbeats set former_until = now() where id = ${heartbeat.id}`
    expect(line(await call())).toBe('404 not found')
    expect(await outcomes()).toEqual(['success', 'success'])
  })

  it.each<[what: string, change: string]>([
    ['at a revoked address', 'token_hash = null'],
    ['at the address of a record in the bin', 'rests = true'],
  ])('%s', async (_what, change) => {
    await cairn.database.unsafe(`update public.heartbeats set ${change} where id = '${heartbeat.id}'`)
    expect(line(await call())).toBe('404 not found')
    expect(await outcomes()).toEqual([])
  })
})

describe('nothing is kept, and the answer says why, of', () => {
  it.each<[what: string, path: string, message: Partial<Message>, answer: string]>([
    ['a name with an unknown action', '/Invoices/done', {}, '400 invalid url format'],
    ['more than an action', '/fail/7/x', {}, '400 invalid url format'],
    ['half a character', '/%c3', {}, '400 invalid url format'],
    ['a run whose id is none', '?rid=7', {}, '400 invalid url format'],
    ['PUT', '', { method: 'PUT', body: 'x' }, '405 method not allowed'],
    ['DELETE', '', { method: 'DELETE' }, '405 method not allowed'],
    ['a name behind the token of a record', '/Invoices', {}, '404 not found'],
    [
      '2 MB in pieces',
      '',
      { method: 'POST', body: 'x'.repeat(2 * 1024 * 1024), chunked: true },
      '413 The request is larger than 1 MiB.',
    ],
    [
      '100 MB, before they are read',
      '',
      { method: 'POST', body: 'x', headers: { 'content-length': '104857600' } },
      '413 The request is larger than 1 MiB.',
    ],
    [
      'a compressed body',
      '',
      { method: 'POST', body: gzipSync('x'.repeat(10_000)), headers: { 'content-encoding': 'gzip' } },
      '415 Send the body uncompressed.',
    ],
    ['an address of 9 kB', `/${'x'.repeat(9_000)}`, {}, '414 The address is longer than 8 KiB.'],
  ])('%s', async (_what, path, message, answer) => {
    expect(line(await call(path, message))).toBe(answer)
    expect(await outcomes()).toEqual([])
  })

  it('a body that does not end', async () => {
    const [answer] = await once(slow.socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /)
    expect(performance.now() - slow.since).toBeLessThan(2 * REQUEST_WITHIN_MS)
    expect(await runsOf(slow.heartbeat)).toEqual([])
    slow.socket.destroy()
  })
})

describe('the note of a run', () => {
  const note = async () => (await runsOf(heartbeat)).map((run) => run.note)

  it('is the body as text', async () => {
    expect(line(await post('12 rows, 3 € – ok'))).toBe('200 OK')
    expect(await note()).toEqual(['12 rows, 3 € – ok'])
  })

  it('has the first 10,000 bytes of the body, to the end of a character', async () => {
    expect(line(await post('€'.repeat(4_000)))).toBe('200 OK')
    expect(await note()).toEqual(['€'.repeat(3_333)])
  })

  it('has bytes that are no text replaced', async () => {
    expect(line(await post(new Uint8Array([0x61, 0, 0xff, 0xc3, 0x62])))).toBe('200 OK')
    expect(await note()).toEqual(['a\ufffd\ufffd\ufffdb'])
  })

  it('is not taken from the body of GET', async () => {
    expect(line(await call('', { body: 'x' }))).toBe('200 OK')
    expect(await note()).toEqual([null])
  })
})

describe('reports of runs are answered OK in any order', () => {
  it('and count once for the same run', async () => {
    for (const path of ['start', 'start', '0', '0', 'fail'])
      expect(line(await call(`/${path}?rid=${RID}`))).toBe('200 OK')
    expect(await runsOf(heartbeat)).toEqual([{ outcome: 'success', code: 0, rid: RID, note: null }])
  })

  it('and make a run of an end without a start, and of a start without an end', async () => {
    for (const path of ['/fail', '/start', '/start']) await call(path)
    expect(await outcomes()).toEqual(['failure', 'unfinished', 'running'])
  })

  it('and join ends to their starts by the id, whichever comes first', async () => {
    for (const path of [
      `start?rid=${RID}`,
      `start?rid=${OTHER_RID}`,
      `fail?rid=${RID}`,
      `0?rid=${OTHER_RID}`,
    ])
      await call(`/${path}`)
    expect((await runsOf(heartbeat)).map(({ outcome, rid }) => [outcome, rid])).toEqual([
      ['failure', RID],
      ['success', OTHER_RID],
    ])
  })
})

describe('the preview of a link', () => {
  const headers = { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }

  it('is answered OK, and not counted', async () => {
    for (const method of ['GET', 'HEAD']) expect((await call('', { method, headers })).status).toBe(200)
    expect(line(await send({ path: `/p/${UNKNOWN}`, headers }))).toBe('200 OK')
    expect(await outcomes()).toEqual([])
  })

  it('counts where it sends', async () => {
    expect(line(await post('', { headers }))).toBe('200 OK')
    expect(await outcomes()).toEqual(['success'])
  })
})

it('asks callers of more than sixty calls in a minute to wait, and counts them', async () => {
  const answers = await Promise.all(Array.from({ length: 150 }, () => call()))
  const taken = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 429)
  // A minute may begin in between.
  expect(taken.length).toBeGreaterThanOrEqual(60)
  expect(taken.length).toBeLessThanOrEqual(120)
  expect(refused).toHaveLength(150 - taken.length)
  for (const { text, headers } of refused) {
    expect(text).toBe('too many calls')
    expect(headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/)
  }
  expect(await outcomes()).toHaveLength(taken.length)
  const [row] = await cairn.database`select refused_calls from public.heartbeats where id = ${heartbeat.id}`
  expect(Number(row?.['refused_calls'])).toBe(refused.length)
})

it('lets no heartbeat whose row is locked block another', async () => {
  const others = await arrangeHeartbeats(cairn.database, { accountId, count: 20 })
  await cairn.database.begin(async (tx) => {
    await tx`select from public.heartbeats where id = ${heartbeat.id} for update`
    const paths = [heartbeat, ...others].map(({ token }) => `/p/${token}`)
    const [locked, ...answers] = await Promise.all(paths.map((path) => send({ path })))
    expect(answers.map(line)).toEqual(others.map(() => '200 OK'))
    expect(locked).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  })
  expect(line(await call())).toBe('200 OK')
  expect(await outcomes()).toEqual(['success'])
})

it('never writes an address to the log', async () => {
  await call('/start')
  await call('/a/b/c')
  await send({ path: `/P/${heartbeat.token}` })
  await send({ path: `//p/${heartbeat.token}` })
  await send({ method: 'POST', path: `/functions/v1/ping/${heartbeat.token}` })
  await send({ path: `/p/${heartbeat.token}`, headers: { 'content-encoding': 'gzip' } })
  const lines = readFileSync(log, 'utf8')
  expect(lines).toContain('"path":"/p/***"')
  expect(lines).toContain('"path":"/functions/v1/ping/***"')
  expect(lines).not.toContain(heartbeat.token)
})
