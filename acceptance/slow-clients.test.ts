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

async function dial(): Promise<Socket> {
  const socket = connect(Number(new URL(cairn.server.url).port), 'localhost')
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
  const slow = await Promise.all(Array.from({ length: 200 }, dial))
  for (const socket of slow) socket.write(`${REQUEST_LINES}X-Slow: `)
  const cutOff = Promise.all(slow.map((socket) => once(socket, 'close'))).then(() => 'cut off')
  const answered = cairn.send({ path: '/healthz' }).then(({ status }) => status)
  expect(await Promise.race([answered, cutOff])).toBe(200)
  for (const socket of slow) socket.destroy()
})
