import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/** A call as it arrived. */
interface Call {
  headers: Record<string, string>
  body: string
}

/** A program that a webhook calls, at an address of this machine. */
export interface Receiver {
  url: string
  calls: readonly Call[]
  /** Sets its response from now on. */
  answer(status: number, body: string): void
  close(): void
}

/** Starts a receiver that accepts everything. */
export async function startReceiver(): Promise<Receiver> {
  const calls: Call[] = []
  let said = { status: 200, body: 'ok' }
  const server = createServer(async (request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    calls.push({ headers: Object.fromEntries(headers), body: await text(request) })
    response.writeHead(said.status).end(said.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/hooks/cairn`,
    calls,
    answer(status, body) {
      said = { status, body }
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
