import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cairn, openCairn } from './support/cairn.ts'

let cairn: Cairn

beforeAll(async () => {
  cairn = await openCairn()
})

afterAll(() => cairn.close())

async function dial({ allowHalfOpen = false } = {}): Promise<Socket> {
  const socket = connect({ port: Number(new URL(cairn.server.url).port), host: 'localhost', allowHalfOpen })
  await once(socket, 'connect')
  return socket
}

/** Sends a text and reads until the server closes the connection. */
async function converse(sent: string): Promise<{ received: string; tookMs: number }> {
  const socket = await dial()
  const began = performance.now()
  socket.write(sent)
  return { received: await text(socket), tookMs: performance.now() - began }
}

/** The server waits as long for headers and between requests, and three times as long for a whole request. */
const CUT_OFF_AFTER_MS = 5_000
const WHOLE_REQUEST_MS = 15_000

const REQUEST_LINES = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'

it('a client that is slow to send its headers, or the next request, is cut off after 5 s', async () => {
  const [slowHeaders, silent, betweenRequests] = await Promise.all([
    converse(`${REQUEST_LINES}X-Slow: `),
    converse(''),
    converse(`${REQUEST_LINES}\r\n`),
  ])
  expect(slowHeaders.received).toMatch(/^HTTP\/1\.1 408 /)
  expect(silent.received).not.toContain('200')
  expect(betweenRequests.received).toMatch(/^HTTP\/1\.1 200 /)
  for (const { tookMs } of [slowHeaders, silent, betweenRequests]) {
    expect(tookMs).toBeGreaterThan(CUT_OFF_AFTER_MS - 1_000)
    expect(tookMs).toBeLessThan(WHOLE_REQUEST_MS)
  }
})

it('another client is answered while 200 slow ones are still waited for', async () => {
  const slow = await Promise.all(Array.from({ length: 200 }, () => dial()))
  for (const socket of slow) socket.write(`${REQUEST_LINES}X-Slow: `)
  const cutOff = Promise.all(slow.map((socket) => once(socket, 'close'))).then(() => 'cut off')
  const answered = cairn.send({ path: '/healthz' }).then(({ status }) => status)
  expect(await Promise.race([answered, cutOff])).toBe(200)
  for (const socket of slow) socket.destroy()
})

/** Announces ten gigabytes and goes on sending them, so many bytes every 20 ms, until the connection is ended. */
async function announceMuch(path: string, bytes: number) {
  const socket = await dial({ allowHalfOpen: true })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const began = performance.now()
  const sending = setInterval(() => {
    if (socket.writableLength < 4 * 1024 * 1024) socket.write(Buffer.alloc(bytes, 'x'))
  }, 20)
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\napikey: ${cairn.server.publishableKey}\r\n` +
      'Connection: keep-alive\r\nContent-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n',
  )
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
  })
  socket.on('error', () => {})
  await closed
  clearInterval(sending)
  return { received, tookMs: performance.now() - began, taken: socket.bytesWritten - socket.writableLength }
}

it('a body of ten gigabytes is refused at every door, and the connection ended', async () => {
  const doors: readonly (readonly [path: string, status: number])[] = [
    ['/rest/v1/systems', 413],
    ['/auth/v1/token?grant_type=password', 413],
    ['/functions/v1/validate-invitation', 413],
    ['/functions/v1/ping/unknown', 413],
    ['/p/unknown', 413],
    ['/mcp', 401],
    ['/nowhere', 404],
  ]
  const tried = doors.flatMap(([path, status]) =>
    [1, 1024 * 1024].map(async (bytes) => ({ path, status, ...(await announceMuch(path, bytes)) })),
  )
  for (const { path, status, received, tookMs, taken } of await Promise.all(tried)) {
    const [first, ...headers] = received.split('\r\n')
    expect([path, first?.split(' ')[1]]).toEqual([path, String(status)])
    expect(headers.map((line) => line.toLowerCase())).toContain('connection: close')
    expect(tookMs).toBeLessThan(WHOLE_REQUEST_MS)
    // Four megabytes that are read, and what the buffers of both ends take.
    expect(taken).toBeLessThan(16 * 1024 * 1024)
  }
})

it('a body that is a little too large is read to its end, and its client answered', async () => {
  const socket = await dial()
  socket.write(
    `POST /rest/v1/systems HTTP/1.1\r\nHost: localhost\r\napikey: ${cairn.server.publishableKey}\r\n` +
      `Content-Length: 1100000\r\n\r\n${'x'.repeat(1_100_000)}`,
  )
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /)
})
