import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { type Place, partOf } from '../../settings/place.ts'
import { HEALTH_PATHS } from '../monitoring/health.ts'
import { trustedBy } from '../request/client-address.ts'
import type { Env } from '../request/context.ts'
import { closeServer, openSocketsOf, takeWaitingBeforeClose } from './close.ts'
import { createDrain } from './drain.ts'
import { limitSockets } from './held-sockets.ts'
import { answerParserRefusals } from './parser-refusals.ts'
import { cutSlowReaders } from './slow-readers.ts'

/** How long a client may take, in milliseconds: for the headers, for the whole request, and between two requests. */
const HEADERS_WITHIN_MS = 5_000
const REQUEST_WITHIN_MS = 15_000
const IDLE_MS = 5_000
const CHECK_EVERY_MS = 1_000
/** The parser closes the connection beyond this (parser-refusals.ts). limits.ts allows less and says what was too much. */
const MAX_HEADER_BYTES = 32 * 1024
const MOST_CONNECTIONS = 4_000
const MOST_OF_ONE_ADDRESS = 500
/** As many as the kernel has room for: what is not yet accepted waits there. */
const BACKLOG = 65_535

export interface Listening {
  /** From now on connections end with their answer; new ones are still taken. */
  drain(): void
  /** Takes no new requests, lets those in flight finish within `graceMs`, then cuts what is left and says how much. */
  close(graceMs: number): Promise<{ cut: number }>
}

interface ListenOptions {
  /** Has another process close the server, which listens for this one, or calls `close`. */
  letGo?: (close: () => void) => void
  /** Of several processes each holds its part of the connections. */
  place: Place
  host: string
  port: number
  trustedProxies: readonly string[]
}

/** Serves the app on host and port. Rejects with the system's error when the port is taken. */
export function listen(app: Hono<Env>, options: ListenOptions): Promise<Listening> {
  const drain = createDrain()
  const server = createServer(
    {
      ServerResponse: drain.Answer,
      headersTimeout: HEADERS_WITHIN_MS,
      requestTimeout: REQUEST_WITHIN_MS,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Refused below, but for the checks of load balancers.
      requireHostHeader: false,
    },
    // Node reads on past a refusal, within REQUEST_WITHIN_MS: who still sends reads it then. A body that may be too large is
    // not read on (close-in-stages.ts).
    withHost(getRequestListener(app.fetch, { autoCleanupIncoming: false })),
  )
  // Beyond a number Node leaves headers out, unseen, the client's address among them. limits.ts counts and refuses.
  server.maxHeadersCount = 0
  limitSockets(server, {
    most: partOf(MOST_CONNECTIONS, options.place),
    ofOneAddress: partOf(MOST_OF_ONE_ADDRESS, options.place),
    isProxy: trustedBy(options.trustedProxies),
  })
  cutSlowReaders(server)
  answerParserRefusals(server)
  takeWaitingBeforeClose(server)
  const sockets = openSocketsOf(server)
  const close = () => void server.close()
  const begin = () => (options.letGo === undefined ? close() : options.letGo(close))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: options.host, port: options.port, backlog: BACKLOG }, () => {
      server.off('error', reject)
      resolve({ drain: drain.begin, close: (graceMs) => closeServer(server, sockets, { graceMs, begin }) })
    })
  })
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/**
 * Answers 400 without a Host header, except where the host does not matter, and with several (RFC 9112, 3.2): a proxy may
 * have gone by another one than we would.
 */
function withHost(answer: Listener): Listener {
  return (incoming, outgoing) => {
    const hosts = hostsIn(incoming)
    if (hosts > 1 || (hosts === 0 && !HEALTH_PATHS.has(incoming.url ?? ''))) {
      outgoing.writeHead(400, { connection: 'close' }).end()
      return
    }
    incoming.headers.host ??= 'localhost'
    answer(incoming, outgoing)
  }
}

/** As the names and values came: the lists that Node would make of all headers are needed nowhere else. */
function hostsIn({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter(
    (text, index) => index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host',
  ).length
}
