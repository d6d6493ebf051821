import { Socket } from 'node:net'

/** Receives what arrives on a connection in place of the driver. */
export interface SocketReader {
  data(chunk: Buffer): void
  closed(): void
}

/**
 * The socket of one of the driver's connections. While a reader is set, the driver learns only that the socket has
 * closed.
 */
export class InterceptedSocket extends Socket {
  #reader: SocketReader | null = null

  startIntercepting(reader: SocketReader): void {
    this.#reader = reader
  }

  stopIntercepting(): void {
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

/**
 * Opens a socket to a Postgres; `host` may be a directory that holds a Unix socket. Rejects with the system's error.
 */
export function openInterceptedSocket({
  host,
  port,
}: {
  host: string
  port: number
}): Promise<InterceptedSocket> {
  const socket = new InterceptedSocket()
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
