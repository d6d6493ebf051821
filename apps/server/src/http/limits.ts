import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from './context.ts'
import {
  ADDRESS_TOO_LONG,
  BodyTooLarge,
  ENCODED_BODY,
  HEADERS_TOO_LARGE,
  METHOD_NOT_ALLOWED,
  type Problem,
  problemResponse,
} from './problems.ts'

const MAX_BODY_BYTES = 1024 * 1024
const MAX_ADDRESS_LENGTH = 8 * 1024
const MAX_HEADERS_LENGTH = 16 * 1024

/** Methods that the fetch standard forbids, so that no handler can be given such a request. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** Refuses what is too large before anything reads it, and compressed bodies, whose real size is unknown. */
export const limitRequest = createMiddleware<Env>(async (c, next) => {
  const problem = problemWith(c.env.incoming)
  return problem === null ? next() : problemResponse(c.req.path, problem)
})

function problemWith({ url = '', method = '', headers, rawHeaders }: IncomingMessage): Problem | null {
  if (url.length > MAX_ADDRESS_LENGTH) return ADDRESS_TOO_LONG
  if (rawHeaders.reduce((length, text) => length + text.length, 0) > MAX_HEADERS_LENGTH)
    return HEADERS_TOO_LARGE
  if (FORBIDDEN_METHODS.has(method.toUpperCase())) return METHOD_NOT_ALLOWED
  const encoding = headers['content-encoding'] ?? 'identity'
  return encoding === 'identity' ? null : ENCODED_BODY
}

/** Reads a request's body, empty where there is none. Throws {@link BodyTooLarge} as soon as it is known to be. */
export async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(incoming.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw new BodyTooLarge()
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > MAX_BODY_BYTES) throw new BodyTooLarge()
    chunks.push(bytes)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** The request with its body read, within bounds. */
export async function withBody(c: Context<Env>): Promise<Request> {
  const { method, headers } = c.req.raw
  if (method === 'GET' || method === 'HEAD') return c.req.raw
  return new Request(c.req.url, { method, headers, body: await readBody(c.env.incoming) })
}
