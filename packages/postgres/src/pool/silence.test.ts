import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { watchForSilence } from './silence.ts'

let server: Server
let cuts: Error[]

/** Knocks at a server that takes connections and says nothing. */
async function watch() {
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return watchForSilence({ host: '127.0.0.1', port }, (cause) => cuts.push(cause))
}

async function nextKnock(): Promise<Socket> {
  const knock = once(server, 'connection')
  await vi.advanceTimersByTimeAsync(1_000)
  const [socket] = z.tuple([z.custom<Socket>()]).parse(await knock)
  return socket
}

/** Lets the time for an answer pass. */
async function giveUp(knock: Socket): Promise<void> {
  const closed = once(knock.resume(), 'close')
  await vi.advanceTimersByTimeAsync(1_500)
  await closed
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  cuts = []
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  vi.useRealTimers()
  server.close()
})

it('cuts the connections when Postgres answers neither the work nor a knock', async () => {
  const end = (await watch()).during()
  await giveUp(await nextKnock())
  await vi.waitFor(() => expect(cuts).toMatchObject([{ code: 'ETIMEDOUT' }]))
  end(false)
})

it('keeps the connections when other work is answered while a knock waits', async () => {
  const silence = await watch()
  const slow = silence.during()
  const other = silence.during()
  const knock = await nextKnock()
  other(true)
  await giveUp(knock)
  const next = await nextKnock()
  expect(cuts).toEqual([])
  await giveUp(next)
  await vi.waitFor(() => expect(cuts).toHaveLength(1))
  slow(false)
})

it('cuts the connections when other work only fails while a knock waits', async () => {
  const silence = await watch()
  const slow = silence.during()
  const other = silence.during()
  const knock = await nextKnock()
  other(false)
  await giveUp(knock)
  await vi.waitFor(() => expect(cuts).toHaveLength(1))
  slow(false)
})
