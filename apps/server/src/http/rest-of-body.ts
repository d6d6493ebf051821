import type { IncomingMessage } from 'node:http'
import { createMiddleware } from 'hono/factory'
import type { Env } from './context.ts'

/** Who sends more than this after a refusal may lose the answer. */
const MOST_BYTES = 16 * 1024 * 1024

/**
 * Lets who was refused in the middle of a body send the rest before the answer ends their connection: one that closes
 * while they send is reset, and the answer lost (RFC 9112, 9.6). Node ends what takes longer than a request may.
 */
export function restOfBody(isStopping: () => boolean) {
  return createMiddleware<Env>(async (c, next) => {
    await next()
    const { incoming, outgoing } = c.env
    const closes = isStopping() || !outgoing.shouldKeepAlive
    if (closes && !incoming.complete) await passOver(incoming)
  })
}

async function passOver(incoming: IncomingMessage): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      bytes += Buffer.byteLength(chunk)
      if (bytes > MOST_BYTES) return
    }
  } catch {
    // The client left, or was too slow: nobody waits for the answer.
  }
}
