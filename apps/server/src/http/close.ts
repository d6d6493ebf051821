import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

/** Connections with the moment of their opening, by performance.now(). */
export type OpenSockets = ReadonlyMap<Socket, number>

/** Time for a connection that was just opened to send its request. */
const UNUSED_AFTER_MS = 1_000
const LOOK_EVERY_MS = 100
/** More than that come faster than they can be taken. */
const MOST_WAITING = 1_000

/** The open connections of a server. */
export function openSocketsOf(server: Server): OpenSockets {
  const sockets = new Map<Socket, number>()
  server.on('connection', (socket) => {
    sockets.set(socket, performance.now())
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/**
 * Takes no new connections, lets what is under way end within `graceMs`, then cuts what is left and says how much that
 * was. Connections that the kernel has opened already are taken first: closing the listener would reset them.
 */
export async function closeServer(
  server: Server,
  sockets: OpenSockets,
  graceMs: number,
): Promise<{ cut: number }> {
  await takeWaiting(server)
  let cut = 0
  const timer = setTimeout(() => {
    cut = sockets.size
    server.closeAllConnections()
  }, graceMs)
  const looking = setInterval(() => endUnused(sockets), LOOK_EVERY_MS)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  clearTimeout(timer)
  clearInterval(looking)
  return { cut }
}

/** Node takes one connection in each turn of its loop: so long as it does, others may wait. */
async function takeWaiting(server: Server): Promise<void> {
  let taken = true
  const note = () => {
    taken = true
  }
  server.on('connection', note)
  for (let left = MOST_WAITING; taken && left > 0; left -= 1) {
    taken = false
    await turn()
    await turn()
  }
  server.off('connection', note)
}

/** Node waits for the first request of a connection. Browsers open some that they may never use. */
function endUnused(sockets: OpenSockets): void {
  for (const [socket, openedAt] of sockets) {
    if (socket.bytesRead === 0 && performance.now() - openedAt > UNUSED_AFTER_MS) socket.destroy()
  }
}
