import { createServer } from 'node:http'

/** A receiver on this machine, which answers at once, or never below `/dead`. */
export interface Receiver {
  /** Where a webhook leads to. */
  url(path: string): string
  /** When which message came, in order. */
  received: { path: string; at: number; body: string }[]
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const received: Receiver['received'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const chunks: Uint8Array[] = []
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path, at: performance.now(), body: Buffer.concat(chunks).toString() })
      if (!path.startsWith('/dead')) response.end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The receiver has no port.')
  return {
    url: (path) => `http://127.0.0.1:${bound.port}${path}`,
    received,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
