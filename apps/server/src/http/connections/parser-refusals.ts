import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { HEADERS_OVERFLOW } from '../request/problems.ts'

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Answers what Node's parser refuses, with its statuses. Headers that are too large have a sentence that a client of the
 * API reads: a long list of ids in an address is what it is most of the time.
 */
export function answerParserRefusals(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy(error)
    const isOverflow = error.code === 'HPE_HEADER_OVERFLOW'
    const body = isOverflow ? JSON.stringify(HEADERS_OVERFLOW) : ''
    const headers = [
      `HTTP/1.1 ${STATUS_LINES[error.code ?? ''] ?? '400 Bad Request'}`,
      'Connection: close',
      ...(isOverflow
        ? [
            'Content-Type: application/json',
            'Access-Control-Allow-Origin: *',
            `Content-Length: ${Buffer.byteLength(body)}`,
          ]
        : []),
    ]
    socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
  })
}
