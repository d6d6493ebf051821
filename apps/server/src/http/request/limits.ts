import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { Env } from './context.ts'
import { holdBody } from './memory.ts'
import {
  ADDRESS_TOO_LONG,
  BodyCutOff,
  BodyTooLarge,
  ENCODED_BODY,
  HEADERS_TOO_LARGE,
  METHOD_NOT_ALLOWED,
  type Problem,
  TOO_MANY_HEADERS,
} from './problems.ts'

/** The largest body of any request. */
export const MAX_BODY_BYTES = 1024 * 1024
const MAX_ADDRESS_LENGTH = 8 * 1024
const MAX_HEADERS_LENGTH = 16 * 1024
const MAX_HEADERS = 100

/** Methods that the fetch standard forbids, so that no handler can be given such a request. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** Finds what is too large before anything reads it, and compressed bodies, whose real size is unknown. */
export function problemWithSize({
  url = '',
  method = '',
  headers,
  rawHeaders,
}: IncomingMessage): Problem | null {
  if (url.length > MAX_ADDRESS_LENGTH) return ADDRESS_TOO_LONG
  if (rawHeaders.reduce((length, text) => length + text.length, 0) > MAX_HEADERS_LENGTH)
    return HEADERS_TOO_LARGE
  // Names and values.
  if (rawHeaders.length > MAX_HEADERS * 2) return TOO_MANY_HEADERS
  if (FORBIDDEN_METHODS.has(method.toUpperCase())) return METHOD_NOT_ALLOWED
  const encoding = headers['content-encoding'] ?? 'identity'
  return encoding === 'identity' ? null : ENCODED_BODY
}

const FIRST_BYTES = 16 * 1024

/**
 * Reads a request's body, empty where there is none. Throws {@link BodyTooLarge} as soon as it is known to be, and
 * {@link BodyCutOff} where the rest does not come.
 */
export async function readBody(c: Context<Env>): Promise<Uint8Array<ArrayBuffer>> {
  const { incoming, outgoing } = c.env
  if (Number(incoming.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw new BodyTooLarge()
  const hold = holdBody(c.get('memory'), { incoming, outgoing }, c.get('clientAddress'))
  // A single growing buffer: small chunks would each keep the memory they arrived in.
  let bytes = new Uint8Array(0)
  let length = 0
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      const arrived = Buffer.from(chunk)
      if (length + arrived.length > MAX_BODY_BYTES) throw new BodyTooLarge()
      if (length + arrived.length > bytes.length) {
        const grown = new Uint8Array(capacityFor(length + arrived.length))
        grown.set(bytes.subarray(0, length))
        bytes = grown
        hold(bytes.length)
      }
      bytes.set(arrived, length)
      length += arrived.length
    }
  } catch (error) {
    throw incoming.destroyed && !incoming.complete ? new BodyCutOff() : error
  }
  return bytes.subarray(0, length)
}

function capacityFor(length: number): number {
  return Math.min(Math.max(FIRST_BYTES, 2 ** Math.ceil(Math.log2(length))), MAX_BODY_BYTES)
}

/** The request with its body read, within bounds. */
export async function withBody(c: Context<Env>): Promise<Request> {
  const { method, headers } = c.req.raw
  if (method === 'GET' || method === 'HEAD') return c.req.raw
  return new Request(c.req.url, { method, headers, body: await readBody(c) })
}
