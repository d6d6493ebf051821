import { createServer } from 'node:http'

/**
 * Answers 418 to everything at the ports where a suite expects its server: what passes all the same needs none. Returns
 * what ends it.
 */
export async function serveNothing(ports: readonly number[]): Promise<() => Promise<void>> {
  const servers = await Promise.all(
    ports.map(
      (port) =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer((_request, response) => response.writeHead(418).end())
          server.once('error', reject)
          server.listen(port, () => resolve(server))
        }),
    ),
  )
  return async () => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
  }
}

/** Whether the suite is to run against the stub. */
export const isStub = () => process.env['CONFORMANCE_STUB'] === 'true'
