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

/** Says something and hears the server out, until it hangs up. */
async function conversation(said: string): Promise<{ heard: string; tookMs: number }> {
  const socket = await dial()
  const began = performance.now()
  socket.write(said)
  return { heard: await text(socket), tookMs: performance.now() - began }
}

const GREETING = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'

it('a client that takes its time is cut off after 5 s', async () => {
  const [overHeaders, beforeItsFirstWord, betweenRequests] = await Promise.all([
    conversation(`${GREETING}X-Slow: `),
    conversation(''),
    conversation(`${GREETING}\r\n`),
  ])
  expect(overHeaders.heard).toMatch(/^HTTP\/1\.1 408 /)
  expect(beforeItsFirstWord.heard).not.toContain('200')
  expect(betweenRequests.heard).toMatch(/^HTTP\/1\.1 200 /)
  for (const { tookMs } of [overHeaders, beforeItsFirstWord, betweenRequests]) {
    expect(tookMs).toBeGreaterThan(4_000)
    expect(tookMs).toBeLessThan(10_000)
  }
})

it('one that is quick meanwhile notices nothing', async () => {
  const slow = await Promise.all(Array.from({ length: 200 }, dial))
  for (const socket of slow) socket.write(`${GREETING}X-Slow: `)
  const began = performance.now()
  expect((await cairn.send({ path: '/readyz' })).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(2_000)
  for (const socket of slow) socket.destroy()
})
