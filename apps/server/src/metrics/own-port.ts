import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { MetricsSettings } from '../settings/metrics-settings.ts'
import type { Exposition } from './exposition.ts'
import { showsToken } from './token.ts'

/** The port where figures are read, and nothing else. */
export interface MetricsPort {
  close(): Promise<void>
}

/** The figures cannot be served where the operator wants them. The message says so. */
class MetricsPortRefused extends Error {
  override name = 'MetricsPortRefused'
}

/** A monitor sends a line and some headers at once, and reads at once. Milliseconds, and bytes. */
const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 5_000, maxHeaderSize: 8_192 }
const MOST_CONNECTIONS = 50

/**
 * Serves the figures at `/metrics` of a port of their own. Who reaches the port reads them; where there is a token, only
 * who shows it. Rejects with {@link MetricsPortRefused} where the port cannot be had.
 */
export function openMetricsPort(
  { port, host, token }: MetricsSettings & { port: number },
  exposition: Exposition,
): Promise<MetricsPort> {
  async function answer({ url, method, headers }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (url?.split('?')[0] !== '/metrics' || method !== 'GET') outgoing.writeHead(404).end()
    else if (token !== null && !showsToken(headers.authorization, token))
      outgoing.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    else outgoing.writeHead(200, { 'content-type': exposition.contentType }).end(await exposition.text())
  }

  const server = createServer(LIMITS, (incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.maxConnections = MOST_CONNECTIONS
  return new Promise((resolve, reject) => {
    // Later ones concern a connection; rejecting again does nothing.
    server.on('error', (cause) =>
      reject(
        new MetricsPortRefused(
          `The figures for monitoring cannot be served at ${host}:${port} (${cause.message}). Set METRICS_PORT and METRICS_HOST to what is free on this machine.`,
          { cause },
        ),
      ),
    )
    server.listen({ host, port }, () => resolve({ close: () => closed(server) }))
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
