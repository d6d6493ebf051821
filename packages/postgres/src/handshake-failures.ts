import { isLostConnection } from './errors.ts'

/**
 * Keeps this process alive when Postgres dies during the handshake of a new connection. The driver (3.4) then asks for
 * the
 * types of arrays and awaits the failure of that query nowhere, which would end a Node process; the query that wanted
 * the
 * connection is given the next one.
 *
 * `report` is called with each such failure. Any other unhandled rejection ends the process as usual.
 */
export function surviveHandshakeFailures(report: (cause: unknown) => void): void {
  process.on('unhandledRejection', (reason) => {
    if (!isLostConnection(reason)) throw reason
    report(reason)
  })
}
