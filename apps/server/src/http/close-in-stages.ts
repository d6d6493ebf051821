import type { Socket } from 'node:net'
import { createMiddleware } from 'hono/factory'
import type { Env } from './context.ts'

/** As long as a request may take (listen.ts). */
const WITHIN_MS = 15_000

/**
 * Closes in stages where the answer ends a connection on which the client still sends: a connection that is closed then is
 * reset, and the answer lost (RFC 9112, 9.6). Node reads on what nobody wants.
 */
export function closesInStages(isStopping: () => boolean) {
  return createMiddleware<Env>(async (c, next) => {
    await next()
    const { incoming, outgoing } = c.env
    const closes = isStopping() || !outgoing.shouldKeepAlive
    if (closes && !incoming.complete) closeAfterClient(incoming.socket)
  })
}

/** Instead of destroying it behind the answer: ends our side, and waits for the client to end theirs. */
function closeAfterClient(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end()
    const late = setTimeout(() => socket.destroy(), WITHIN_MS)
    socket.once('close', () => clearTimeout(late))
  }
}
