import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { MAX_BODY_BYTES } from '../request/limits.ts'

/** As long as a request may take (listen.ts). */
const WITHIN_MS = 15_000
/**
 * The bytes that are still read of a body that was refused for its size, and the time for them. Browsers read the
 * answer once they have sent their request, so a body that is a little too large is read to its end.
 */
const MOST_READ_BYTES = 4 * MAX_BODY_BYTES
const READ_WITHIN_MS = 5_000

/**
 * Closes in stages where the answer ends a connection on which the client still sends: a connection that is closed then is
 * reset, and the answer lost (RFC 9112, 9.6). Node reads on what nobody wants. The rest of a body that is too large, or
 * that may be, is not waited for: its connection ends with the answer.
 */
export function closeInStages({ incoming, outgoing }: HttpBindings, isStopping: () => boolean): void {
  if (incoming.complete) return
  if (mayBeTooLarge(incoming)) {
    outgoing.shouldKeepAlive = false
    readLittle(incoming)
    closeAfterClient(incoming, READ_WITHIN_MS)
  } else if (isStopping() || !outgoing.shouldKeepAlive) closeAfterClient(incoming, WITHIN_MS)
}

/** Whether the request announces more than any request may have, or no length. */
function mayBeTooLarge({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return length === undefined || Number(length) > MAX_BODY_BYTES
}

/** Once a body has a reader, Node no longer discards the rest of it by itself, and a paused stream receives nothing. */
function readLittle(incoming: IncomingMessage): void {
  let read = 0
  incoming.on('data', (chunk: Uint8Array) => {
    read += chunk.length
    if (read > MOST_READ_BYTES) incoming.pause()
  })
}

/** Instead of destroying it behind the answer: ends our side, and waits for the client to end theirs. */
function closeAfterClient({ socket }: IncomingMessage, withinMs: number): void {
  socket.destroySoon = () => {
    socket.end()
    const late = setTimeout(() => socket.destroy(), withinMs)
    socket.once('close', () => clearTimeout(late))
  }
}
