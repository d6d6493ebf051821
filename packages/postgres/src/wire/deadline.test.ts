import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { setDeadline } from './deadline.ts'

const MS = 80

/** Keeps the process from running, as a paused machine does. */
function standStill(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('calls after its time', async () => {
  const began = performance.now()
  await new Promise<void>((resolve) => setDeadline(resolve, MS))
  expect(performance.now() - began).toBeGreaterThanOrEqual(MS - 8)
})

it('lets an answer that arrived while the process stood still come first', async () => {
  const server = createServer((socket) => socket.end('answer')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const events: string[] = []
  const socket = connect(address.port, '127.0.0.1')
  const cancel = setDeadline(() => events.push('deadline'), MS)
  socket.once('data', () => {
    events.push('answer')
    cancel()
  })
  standStill(2 * MS)
  await once(socket.resume(), 'close')
  server.close()
  await new Promise<void>((resolve) => setDeadline(resolve, MS))
  expect(events).toEqual(['answer'])
})
