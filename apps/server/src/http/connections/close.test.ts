import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { closeServer, openSocketsOf } from './close.ts'

const address = z.object({ port: z.number() })

/** Nothing else is done for so long. */
function beBusy(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('a request that came while the process was busy is answered by a server that closes', async () => {
  const server = createServer((_, answer) => answer.end('done'))
  const sockets = openSocketsOf(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = address.parse(server.address())
  const client = connect(port, '127.0.0.1')
  await Promise.all([once(server, 'connection'), once(client, 'connect')])
  const closed = closeServer(server, sockets, { graceMs: 5_000, begin: () => server.close() })
  client.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  beBusy(1_500)
  expect(await text(client)).toContain('done')
  expect(await closed).toEqual({ cut: 0 })
})
