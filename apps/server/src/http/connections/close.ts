import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

/** Connections with the moment of their opening, by performance.now(). */
export type OpenSockets = ReadonlyMap<Socket, number>

/** Time for a connection that was just opened to send its request. */
const UNUSED_AFTER_MS = 1_000
const LOOK_EVERY_MS = 100
/** More waiting connections than that arrive faster than the server can accept them. */
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
 * Lets a server that is closed take first what the kernel has connected already: closing the listener would reset that.
 * Whoever closes it, we or Node's cluster.
 */
export function takeWaitingBeforeClose(server: Server): void {
  const close = server.close.bind(server)
  server.close = (done) => {
    void takeWaiting(server).then(() => close(done))
    return server
  }
}

/**
 * Takes no new connections from `begin` on, which closes the server, lets what is under way end within `graceMs`, then cuts
 * what is left and says how much that was.
 */
export async function closeServer(
  server: Server,
  sockets: OpenSockets,
  { graceMs, begin }: { graceMs: number; begin: () => void },
): Promise<{ cut: number }> {
  let cut = 0
  const timer = setTimeout(() => {
    cut = sockets.size
    server.closeAllConnections()
  }, graceMs)
  // The server first reads what arrived while the process was busy.
  const looking = setInterval(() => setImmediate(endUnused, sockets), LOOK_EVERY_MS)
  const closed = once(server, 'close')
  begin()
  await closed
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
