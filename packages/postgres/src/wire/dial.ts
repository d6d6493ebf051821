import { isIP, Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { coded } from './errors.ts'
import { sslOption, type Tls } from './tls.ts'

/** An address of a Postgres. `host` may be a directory that holds a Unix socket. */
export interface Endpoint {
  host: string
  port: number
}

/**
 * Int32 8 and the number that requests encryption. Source:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * Opens a socket to a Postgres, encrypted as `tls` requires. Rejects with the error of the system or of OpenSSL, and
 * with the reason of `signal` when it aborts; then nothing of the attempt is left.
 */
export async function dial(endpoint: Endpoint & { tls: Tls }, signal: AbortSignal): Promise<Socket> {
  const socket = await connect(endpoint, signal)
  const ssl = sslOption(endpoint)
  if (ssl === false) return socket
  return abortable(socket, signal, async () => {
    if (await offersEncryption(socket)) return encrypted(socket, endpoint.host, ssl)
    if (ssl === 'prefer') return socket
    throw coded('ERR_TLS_NOT_OFFERED', 'The server offers no encryption')
  })
}

/** Rejects unless a server with Postgres' protocol answers at this address. No session is created. */
export async function knock(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
  const socket = await connect(endpoint, signal)
  try {
    await abortable(socket, signal, () => offersEncryption(socket))
  } finally {
    socket.destroy()
  }
}

function connect({ host, port }: Endpoint, signal: AbortSignal): Promise<Socket> {
  const socket = new Socket()
  return abortable(socket, signal, () => {
    const connected = event(socket, 'connect')
    if (host.startsWith('/')) socket.connect(`${host}/.s.PGSQL.${port}`)
    else socket.connect(port, host)
    return connected.then(() => socket)
  })
}

/** Does the work; destroys the socket when that fails or comes too late. */
async function abortable<T>(socket: Socket, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const abort = () => socket.destroy(signal.reason instanceof Error ? signal.reason : undefined)
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    return await work()
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function offersEncryption(socket: Socket): Promise<boolean> {
  const answered = new Promise<Buffer>((resolve) => socket.once('data', resolve))
  const closed = event(socket, 'close').then(() => {
    throw coded('CONNECTION_CLOSED', 'The server closed the connection')
  })
  socket.write(SSL_REQUEST)
  const answer = await Promise.race([answered, closed])
  socket.pause()
  // More than the one byte would be an attacker's, smuggled in before the encryption begins.
  if (answer.length !== 1) throw coded('ERR_TLS_NOT_OFFERED', 'The server answered out of turn')
  return answer[0] === 0x53
}

async function encrypted(
  socket: Socket,
  host: string,
  ssl: 'prefer' | 'require' | ConnectionOptions,
): Promise<TLSSocket> {
  const secure = connectTls({
    socket,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(typeof ssl === 'object' ? ssl : { rejectUnauthorized: false }),
  })
  await event(secure, 'secureConnect')
  return secure
}

/** Resolves with the event, or rejects with the socket's error. */
function event(socket: Socket, name: 'connect' | 'secureConnect' | 'close'): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(error)
    socket.once('error', fail)
    socket.once(name, () => {
      socket.off('error', fail)
      // An error may still come before the next owner listens; the close that follows reports it.
      socket.on('error', () => {})
      resolve()
    })
  })
}
