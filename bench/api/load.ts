import type { ServerProcess } from '@cairn/testing/server-process'
import autocannon from 'autocannon'
import { type ApiCase, headersOf } from './cases.ts'

interface Load {
  connections: number
  seconds: number
}

/** Sends a request again and again over so many connections. */
export const load = (server: ServerProcess, request: ApiCase, { connections, seconds }: Load) =>
  autocannon({
    url: `${server.url}/rest/v1${request.http.url}`,
    connections,
    duration: seconds,
    method: request.http.method,
    headers: headersOf(request),
    ...(request.http.body === null ? {} : { body: String(request.http.body) }),
  })
