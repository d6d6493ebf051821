import { Socket } from 'node:net'

/** Who reads a connection in place of the driver, until it is done. */
export interface Reader {
  data(chunk: Buffer): void
  closed(): void
}

/**
 * The socket of a connection that the driver opened. While somebody taps it the driver hears nothing of what arrives, but
 * for its end.
 */
export class TappedSocket extends Socket {
  #reader: Reader | null = null

  tap(reader: Reader): void {
    this.#reader = reader
  }

  untap(): void {
    this.#reader = null
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    const reader = this.#reader
    if (reader !== null && event === 'data' && args[0] instanceof Buffer) {
      reader.data(args[0])
      return true
    }
    if (reader !== null && event === 'close') reader.closed()
    return super.emit(event, ...args)
  }
}

const CONNECT_WITHIN_MS = 3_000

/** Opens a socket to a Postgres; `host` may be a directory that holds a Unix socket. Rejects with the system's error. */
export function openTappedSocket({ host, port }: { host: string; port: number }): Promise<TappedSocket> {
  const socket = new TappedSocket()
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      const error = new Error(`No connection within ${CONNECT_WITHIN_MS} ms.`)
      socket.destroy(Object.assign(error, { code: 'CONNECT_TIMEOUT' }))
    }, CONNECT_WITHIN_MS)
    socket.once('error', reject)
    socket.once('close', () => clearTimeout(late))
    socket.once('connect', () => {
      clearTimeout(late)
      socket.off('error', reject)
      resolve(socket)
    })
    if (host.startsWith('/')) socket.connect(`${host}/.s.PGSQL.${port}`)
    else socket.connect(port, host)
  })
}
