import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { PATIENTLY } from '@cairn/testing/patience'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Cairn, openCairn } from './support/cairn.ts'
import { expectReady } from './support/ready.ts'

const MEGABYTE = 1024 * 1024
/** The characters of a large answer. */
const MUCH = 15_000_000
/**
 * The service key: its statements may take longer than those of visitors, which a large answer needs on a busy machine.
 */
const SERVICE_KEY = `sb_secret_${'much'.padEnd(32, '0')}`

let cairn: Cairn
const dialled: Socket[] = []

beforeAll(async () => {
  cairn = await openCairn({ LOG_LEVEL: 'silent', CAIRN_SERVICE_KEY: SERVICE_KEY })
  await cairn.database.unsafe(`
    create function public.much() returns text language sql immutable as $$ select repeat('x', ${MUCH}) $$;
    grant execute on function public.much to anon, service_role`)
  await cairn.database`notify pgrst, 'reload schema'`
})

afterEach(() => {
  for (const socket of dialled.splice(0)) socket.destroy()
})

afterAll(() => cairn.close())

function dial(): Socket {
  const socket = connect(Number(new URL(cairn.server.url).port), 'localhost')
  // The server may cut the connection.
  socket.on('error', () => {})
  dialled.push(socket)
  return socket
}

async function dialMany(count: number): Promise<void> {
  for (let open = 0; open < count; open += 500) {
    const batch = Array.from({ length: 500 }, dial)
    await Promise.all(batch.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])))
  }
}

const megabytesHeld = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${cairn.server.pid}/status`, 'utf8'))?.[1]) / 1024

it('answers every visitor beside 10,000 idle connections', async () => {
  await dialMany(10_000)
  for (let visit = 0; visit < 50; visit += 1) expect((await cairn.send({ path: '/' })).status).toBe(200)
  await expectReady(cairn)
})

it('does not cut off a pending request for new connections', async () => {
  const socket = dial()
  await once(socket, 'connect')
  const answered = once(socket, 'data')
  socket.write(
    `POST /rest/v1/rpc/much HTTP/1.1\r\nHost: x\r\napikey: ${SERVICE_KEY}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
  )
  await dialMany(1_500)
  socket.write('}')
  const [bytes] = await answered
  expect(String(bytes)).toMatch(/^HTTP\/1\.1 (200|404) /)
})

/** The number of bytes still to read on a connection until it ends. */
async function bytesUntilEnd(socket: Socket): Promise<number> {
  let bytes = 0
  socket.removeAllListeners('readable')
  // The event has an error where the connection was cut.
  const ended = once(socket, 'close').catch(() => [])
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  if (!socket.destroyed) await ended
  return bytes
}

it('holds at most 250 MB for 40 unread answers of 15 MB, because it gives up all but the last four', async () => {
  await vi.waitFor(async () => {
    const answer = await cairn.send({ method: 'POST', path: '/rest/v1/rpc/much', body: {} })
    expect(answer.status).toBe(200)
  }, PATIENTLY)
  const before = megabytesHeld()
  const head = `GET /rest/v1/rpc/much HTTP/1.1\r\nHost: x\r\napikey: ${SERVICE_KEY}\r\nConnection: close\r\n\r\n`
  async function askWithoutReading(): Promise<Socket> {
    const socket = dial()
    socket.pause()
    await once(socket, 'connect')
    socket.write(head)
    // Either its first bytes have arrived, or it was cut off.
    await Promise.race([once(socket, 'readable'), once(socket, 'close')])
    return socket
  }
  const sockets: Socket[] = []
  // The requests run one after the other: together each would take as long as all.
  for (let asked = 0; asked < 40; asked += 1) sockets.push(await askWithoutReading())
  expect(megabytesHeld() - before).toBeLessThan(250)
  expect((await cairn.send({ path: '/rest/v1/rpc/much', method: 'HEAD' })).status).toBe(200)
  const unread = await Promise.all(sockets.map(bytesUntilEnd))
  const whole = unread.flatMap((bytes, index) => (bytes > MUCH ? [index] : []))
  expect(whole).toEqual([36, 37, 38, 39])
})

it('holds at most 100 MB for 300 unfinished bodies, because it gives up most of them', async () => {
  const before = megabytesHeld()
  const head =
    `POST /auth/v1/signup HTTP/1.1\r\nHost: x\r\napikey: ${cairn.server.publishableKey}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${MEGABYTE}\r\n\r\n`
  const body = Buffer.alloc(MEGABYTE - 1, ' ')
  const sockets = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const socket = dial()
      await once(socket, 'connect')
      socket.write(head)
      await new Promise((resolve) => {
        socket.write(body, resolve)
        socket.once('close', resolve)
      })
      return socket
    }),
  )
  expect(megabytesHeld() - before).toBeLessThan(100)
  expect((await cairn.send({ path: '/healthz' })).status).toBe(200)
  // The bodies still held get an answer once they end; the other connections have been cut.
  const answers = await Promise.all(sockets.map(endBody))
  expect(answers.filter((answer) => /^HTTP\/1\.1 4(?!08)\d\d /.test(answer)).length).toBeGreaterThanOrEqual(
    16,
  )
})

/** Sends the last byte of a body. Resolves with the beginning of the answer; empty where the connection was cut off. */
async function endBody(socket: Socket): Promise<string> {
  if (socket.destroyed) return ''
  const answered = once(socket, 'data').then(([bytes]) => String(bytes))
  const cut = once(socket, 'close').then(() => '')
  socket.write(' ')
  return Promise.race([answered, cut]).catch(() => '')
}
