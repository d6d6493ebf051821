import { lookup as systemLookup } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type AllowedHosts, NO_ALLOWED_HOSTS } from './allowed-hosts.ts'
import { FetchRefused, refusalOf } from './fetch-refused.ts'
import { notReachable, type Target, targetOf } from './target.ts'

export interface GuardedRequest {
  url: string
  method: 'GET' | 'POST'
  /** All headers beside host and length: no cookie and no credential is added. */
  headers: Readonly<Record<string, string>>
  body?: string
  /** The time limit for lookup, connection and response together. */
  milliseconds: number
  /** The maximum number of bytes that are read of the response. */
  bytes: number
  /** The treatment of a longer response: it is cut off, or {@link FetchRefused} `too_long` is thrown. */
  beyond: 'cut' | 'refuse'
}

interface GuardedAnswer {
  /** The status of the response; a redirect is never followed. */
  status: number
  headers: IncomingMessage['headers']
  body: Uint8Array
}

export interface GuardedFetchOptions {
  /** Hosts that may be contacted although they are not public, at any port and without TLS. */
  allowed?: AllowedHosts
  /** The lookup of names; the system's unless given. */
  lookup?: LookupFunction
  /** A certificate to trust beside the usual ones. */
  ca?: string
  /** How many connections to a host are kept open between requests; none unless given. */
  keptConnections?: number
}

export interface GuardedFetch {
  /** Throws {@link FetchRefused}. */
  (asked: GuardedRequest): Promise<GuardedAnswer>
  /** Ends the connections that were kept. */
  close(): void
}

/**
 * Fetches from addresses that users entered, and therefore only from public ones (OWASP, Server Side Request Forgery
 * Prevention). Names are looked up once, at the connection itself, and only a checked address is connected to: a name
 * that changes its address in between gains nothing. HTTPS at the usual ports alone; redirects are not followed.
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const { allowed = NO_ALLOWED_HOSTS, lookup = systemLookup } = options
  const agents = agentsOf(options.keptConnections ?? 0)
  const ca = options.ca === undefined ? {} : { ca: options.ca }
  const fetch = (asked: GuardedRequest) =>
    new Promise<GuardedAnswer>((done, fail) => {
      const target = targetOf(asked.url, allowed)
      const signal = AbortSignal.timeout(asked.milliseconds)
      const isSecure = target.url.protocol === 'https:'
      const sent = (isSecure ? httpsRequest : httpRequest)(
        target.url,
        {
          method: asked.method,
          headers: withLength(asked),
          lookup: lookupWhere(target, lookup),
          agent: isSecure ? agents.https : agents.http,
          signal,
          ...ca,
        },
        (answer) => {
          readAnswer(answer, asked).then(done, fail)
        },
      )
      sent.on('error', fail)
      sent.end(asked.body)
    }).catch((cause: unknown) => {
      throw refusalOf(cause)
    })
  return Object.assign(fetch, {
    close() {
      if (agents.https !== false) agents.https.destroy()
      if (agents.http !== false) agents.http.destroy()
    },
  })
}

function agentsOf(kept: number): { http: HttpAgent | false; https: HttpsAgent | false } {
  if (kept === 0) return { http: false, https: false }
  // A kept connection leads to an address that was checked when it was made.
  const settings = { keepAlive: true, maxFreeSockets: kept, maxTotalSockets: Number.POSITIVE_INFINITY }
  return { http: new HttpAgent(settings), https: new HttpsAgent(settings) }
}

function withLength({ headers, body }: GuardedRequest): Record<string, string> {
  if (body === undefined) return { ...headers }
  return { ...headers, 'content-length': String(Buffer.byteLength(body)) }
}

async function readAnswer(
  answer: IncomingMessage,
  { bytes, beyond }: GuardedRequest,
): Promise<GuardedAnswer> {
  const chunks: Uint8Array[] = []
  let size = 0
  // The rest of a longer response is discarded together with its connection.
  for await (const chunk of answer.iterator({ destroyOnReturn: true })) {
    const part = Buffer.from(chunk)
    chunks.push(part)
    size += part.byteLength
    if (size <= bytes) continue
    if (beyond === 'refuse') throw new FetchRefused('too_long', `The answer is longer than ${bytes} bytes.`)
    break
  }
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: Buffer.concat(chunks).subarray(0, bytes),
  }
}

/** The lookup, reduced to addresses that may be contacted. */
function lookupWhere({ mayReach }: Target, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const all = Array.isArray(found) ? found : []
      const may = all.filter(({ address }) => mayReach(address))
      const [first] = may
      if (first === undefined) return callback(notReachable(), [])
      return options.all === true ? callback(null, may) : callback(null, first.address, first.family)
    })
  }
}
