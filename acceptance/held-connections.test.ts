import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { PATIENTLY } from '@cairn/testing/patience'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Cairn, openCairn } from './support/cairn.ts'
import { expectReady } from './support/ready.ts'

const MEGABYTE = 1024 * 1024

let cairn: Cairn
const dialled: Socket[] = []

beforeAll(async () => {
  cairn = await openCairn({ LOG_LEVEL: 'silent' })
  await cairn.database.unsafe(`
    create function public.much() returns text language sql immutable as $$ select repeat('x', 15000000) $$;
    grant execute on function public.much to anon`)
  await cairn.database`notify pgrst, 'reload schema'`
})

afterEach(() => {
  for (const socket of dialled.splice(0)) socket.destroy()
})

afterAll(() => cairn.close())

function dial(): Socket {
  const socket = connect(Number(new URL(cairn.server.url).port), 'localhost')
  // Cut off, as it may be.
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

it('beside 10,000 idle connections every visitor is answered', async () => {
  await dialMany(10_000)
  for (let visit = 0; visit < 50; visit += 1) expect((await cairn.send({ path: '/' })).status).toBe(200)
  await expectReady(cairn)
})

it('a request under way is not cut off for new connections', async () => {
  const socket = dial()
  await once(socket, 'connect')
  const answered = once(socket, 'data')
  socket.write(
    `POST /rest/v1/rpc/much HTTP/1.1\r\nHost: x\r\napikey: ${cairn.server.publishableKey}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
  )
  await dialMany(1_500)
  socket.write('}')
  const [bytes] = await answered
  expect(String(bytes)).toMatch(/^HTTP\/1\.1 (200|404) /)
})

it('40 unread answers of 15 MB take no more than 250 MB', async () => {
  await vi.waitFor(async () => {
    const answer = await cairn.send({ method: 'POST', path: '/rest/v1/rpc/much', body: {} })
    expect(answer.status).toBe(200)
  }, PATIENTLY)
  const before = megabytesHeld()
  const head = `GET /rest/v1/rpc/much HTTP/1.1\r\nHost: x\r\napikey: ${cairn.server.publishableKey}\r\n\r\n`
  async function askWithoutReading(): Promise<void> {
    const socket = dial()
    socket.pause()
    await once(socket, 'connect')
    socket.write(head)
    // Its first bytes have come, or it was cut off.
    await Promise.race([once(socket, 'readable'), once(socket, 'close')])
  }
  // As many at once as one network has turns.
  for (let round = 0; round < 10; round += 1) await Promise.all([1, 2, 3, 4].map(askWithoutReading))
  expect(megabytesHeld() - before).toBeLessThan(250)
  expect((await cairn.send({ path: '/rest/v1/rpc/much', method: 'HEAD' })).status).toBe(200)
})

it('300 unfinished bodies take no more than 100 MB', async () => {
  const before = megabytesHeld()
  const head =
    `POST /auth/v1/signup HTTP/1.1\r\nHost: x\r\napikey: ${cairn.server.publishableKey}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${MEGABYTE}\r\n\r\n`
  const body = Buffer.alloc(MEGABYTE - 1, ' ')
  await Promise.all(
    Array.from({ length: 300 }, async () => {
      const socket = dial()
      await once(socket, 'connect')
      socket.write(head)
      await new Promise((resolve) => {
        socket.write(body, resolve)
        socket.once('close', resolve)
      })
    }),
  )
  expect(megabytesHeld() - before).toBeLessThan(100)
  expect((await cairn.send({ path: '/healthz' })).status).toBe(200)
})
