import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The results of calls at a steady pace. */
export interface Paced {
  /** The times from the due moment of each call to its answer, sorted. */
  tookMs: readonly number[]
  answered: number
  /** Statuses other than 200, and how often. */
  others: ReadonlyMap<string, number>
  seconds: number
}

/** A limit below the server's 500 connections of one address. */
const MOST_SOCKETS = 300
const STEP_MS = 2

/**
 * Sends so many requests a second, evenly, whatever becomes of earlier ones: unlike a client that waits for its
 * answers, it does not slow down with the server. The time of a request counts from its due moment. The client reads
 * only the status of an answer, because its own work takes processor time from the server.
 */
export async function callAtPace(
  url: string,
  paths: () => string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Paced> {
  const tookMs: number[] = []
  const others = new Map<string, number>()
  const sockets = createSockets(url)
  const began = performance.now()

  async function call(dueAt: number): Promise<void> {
    const status = await sockets.send(paths())
    if (status === '200') tookMs.push(performance.now() - dueAt)
    else others.set(status, (others.get(status) ?? 0) + 1)
  }

  const sent: Promise<void>[] = []
  while (sent.length < perSecond * seconds) {
    const dueAt = began + (sent.length / perSecond) * 1_000
    if (dueAt > performance.now()) await wait(STEP_MS)
    else sent.push(call(dueAt))
  }
  await Promise.all(sent)
  sockets.close()
  return {
    tookMs: tookMs.toSorted((a, b) => a - b),
    answered: tookMs.length,
    others,
    seconds: (performance.now() - began) / 1_000,
  }
}

/** Keeps connections with one request at a time on each. */
function createSockets(url: string) {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const idle = new Set<Socket>()
  const waiting: ((socket: Socket) => void)[] = []

  function connected(): Socket {
    const socket = connect(Number(port), hostname).setEncoding('latin1').setNoDelay()
    open.add(socket)
    // The server ends connections that were silent for five seconds.
    socket.on('close', () => {
      open.delete(socket)
      idle.delete(socket)
    })
    socket.on('error', () => {})
    return socket
  }

  function take(): Promise<Socket> | Socket {
    const [socket] = idle
    if (socket !== undefined) {
      idle.delete(socket)
      return socket
    }
    return open.size < MOST_SOCKETS ? connected() : new Promise((resolve) => waiting.push(resolve))
  }

  function give(socket: Socket): void {
    const next = waiting.shift()
    if (next === undefined) idle.add(socket)
    else next(socket)
  }

  return {
    async send(path: string): Promise<string> {
      const socket = await take()
      return new Promise((resolve) => {
        // An answer is so short that it arrives in one piece.
        const answered = (text: string) => {
          socket.off('close', failed)
          resolve(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 'in pieces')
          give(socket)
        }
        const failed = () => {
          socket.off('data', answered)
          resolve('cut off')
          const next = waiting.shift()
          if (next !== undefined) next(connected())
        }
        socket.once('data', answered).once('close', failed)
        socket.write(`POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 0\r\n\r\n`)
      })
    },
    close(): void {
      for (const socket of open) socket.destroy()
    },
  }
}
