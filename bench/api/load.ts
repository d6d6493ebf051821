import type { ServerProcess } from '@cairn/testing/server-process'
import autocannon from 'autocannon'
import { extent } from '../support/extent.ts'
import { headersOf, type SentRequest } from './cases.ts'

interface Load {
  connections: number
  seconds: number
}

/** So many requests, and all that they reach is compiled. */
const WARM_UP = extent(3_000, 100)

/** Sends a request until the server answers it as quickly as it will. */
export const warmUp = (server: ServerProcess, request: SentRequest) =>
  autocannon({ ...asked(server, request), connections: 8, amount: WARM_UP })

/** Sends a request again and again over so many connections. */
export const load = (server: ServerProcess, request: SentRequest, { connections, seconds }: Load) =>
  autocannon({ ...asked(server, request), connections, duration: seconds })

const asked = (server: ServerProcess, request: SentRequest) => ({
  url: `${server.url}/rest/v1${request.http.url}`,
  method: request.http.method,
  headers: headersOf(request),
  ...(request.http.body === null ? {} : { body: String(request.http.body) }),
})
