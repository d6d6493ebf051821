import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { connectionClosed } from './errors.ts'

/** Receives the bytes of a connection in place of the driver. */
export interface WireReader {
  data(chunk: Buffer): void
  closed(failure: Error): void
}

/**
 * The object that the driver takes for its socket. It outlives the real one: the driver (3.4) writes to a socket that
 * it has already forgotten when a connection ends between two statements, which ends the process, and it opens a new
 * connection when it was told to end the old one. So it never learns that a socket has closed; it gets an error for
 * every pending response, and for every later write.
 *
 * While a reader is set, arriving bytes go there.
 */
export class Wire extends EventEmitter {
  /** Resolves with the reason when nothing can be sent or received any more. */
  readonly closed: Promise<Error>
  readonly #socket: Socket
  #reader: WireReader | null = null
  #failure: Error | null = null
  #announces = false

  constructor(socket: Socket) {
    super()
    this.#socket = socket
    let cause: Error | undefined
    socket.on('data', (chunk: Buffer) => {
      if (this.#reader === null) this.emit('data', chunk)
      else this.#reader.data(chunk)
    })
    socket.on('drain', () => this.emit('drain'))
    socket.on('error', (error) => {
      cause = error
    })
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#failure = connectionClosed(cause)
        resolve(this.#failure)
        this.#reader?.closed(this.#failure)
        this.#announce()
      })
    })
    // The socket has been paused since it was asked whether it encrypts.
    socket.resume()
    // The socket may have closed before a listener was added.
    if (socket.destroyed) queueMicrotask(() => socket.emit('close'))
  }

  get isOpen(): boolean {
    return this.#failure === null && !this.#socket.destroyed
  }

  /**
   * From now on the driver receives an error when the connection is lost. During its handshake it would not await that
   * anywhere.
   */
  announceLoss(): void {
    this.#announces = true
  }

  /** Lets arriving bytes wait in the socket, and then at Postgres, until {@link resume}. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  startIntercepting(reader: WireReader): void {
    this.#reader = reader
    if (this.#failure !== null) reader.closed(this.#failure)
  }

  stopIntercepting(): void {
    this.#reader = null
  }

  #announce(): void {
    if (this.#announces && this.#failure !== null) this.emit('error', this.#failure)
  }

  // Methods that the driver calls.

  get readyState(): 'open' | 'closed' {
    return this.isOpen ? 'open' : 'closed'
  }

  write(chunk: Buffer, done?: () => void): boolean {
    if (this.isOpen) return this.#socket.write(chunk, done)
    setImmediate(() => this.#announce())
    return true
  }

  end(chunk?: Buffer): void {
    if (!this.isOpen) return
    if (chunk === undefined) this.#socket.end()
    else this.#socket.end(chunk)
  }

  destroy(cause?: Error): void {
    this.#socket.destroy(cause)
  }

  setKeepAlive(on: boolean, afterMs: number): void {
    this.#socket.setKeepAlive(on, afterMs)
  }
}
