import { type IncomingHttpHeaders, request } from 'node:http'

/** A request to the letter: nothing is normalised, completed or retried. */
export interface Message {
  method?: string
  /** Path and query as they go over the wire; characters up to U+00FF stand for bytes. */
  path: string
  headers?: Record<string, string | string[]>
  /** Objects are sent as JSON, texts as UTF-8, bytes as they are. */
  body?: object | string | Uint8Array
  /** Sends the body without announcing its length. */
  chunked?: boolean
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The text as JSON; undefined when it is none. */
  json: unknown
}

/** Sends one request on a separate connection. Resolves with any answer; rejects when there is none. */
export function sendTo(
  base: string,
  { method = 'GET', path, headers, body, chunked }: Message,
): Promise<Answer> {
  const { hostname, port } = new URL(base)
  const bytes = bytesOf(body)
  const type =
    bytes !== undefined && !(body instanceof Uint8Array) ? { 'content-type': 'application/json' } : {}
  const length = bytes === undefined || chunked === true ? {} : { 'content-length': String(bytes.length) }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path, headers: { ...type, ...length, ...headers }, agent: false },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            json: parsed(text),
          })
        })
      },
    )
    // After an early refusal the rest of a body meets a closed door; by then the answer is here.
    outgoing.on('error', reject)
    if (bytes !== undefined) outgoing.write(bytes)
    outgoing.end()
  })
}

function bytesOf(body: Message['body']): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
