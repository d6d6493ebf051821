import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Env } from './context.ts'

/** How long a client may take, in milliseconds: for the headers, for the whole request, and between two requests. */
const HEADERS_WITHIN_MS = 5_000
const REQUEST_WITHIN_MS = 15_000
const IDLE_MS = 5_000
const CHECK_EVERY_MS = 1_000
/** The parser closes the connection beyond this. limits.ts allows less and answers what was too much. */
const MAX_HEADER_BYTES = 32 * 1024
/** Beyond this many connections the kernel queues: more at once would only delay every answer. */
const MAX_CONNECTIONS = 5_000

export interface Listening {
  /** Takes no new requests, lets those in flight finish within `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>
}

/** Serves the app on host and port. Rejects with the system's error when the port is taken. */
export function listen(app: Hono<Env>, options: { host: string; port: number }): Promise<Listening> {
  const server = createServer(
    {
      headersTimeout: HEADERS_WITHIN_MS,
      requestTimeout: REQUEST_WITHIN_MS,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    getRequestListener(app.fetch, { overrideGlobalObjects: false }),
  )
  server.maxConnections = MAX_CONNECTIONS
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve({ close: (graceMs) => close(server, graceMs) })
    })
  })
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
