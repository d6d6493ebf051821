import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** Tells clients to take their next request elsewhere. */
export interface Drain {
  /** For `createServer`: the class of its answers. */
  readonly Answer: typeof ServerResponse
  /** From now on every answer, of requests under way too, says `Connection: close` and ends its connection. */
  begin(): void
}

/** Makes what lets kept connections end with an answer instead of being cut between two requests. */
export function createDrain(): Drain {
  let draining = false
  class Answer<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, message?: string, headers?: Headers): this
    override writeHead(status: number, headers?: Headers): this
    override writeHead(status: number, second?: string | Headers, third?: Headers): this {
      if (draining) this.shouldKeepAlive = false
      return typeof second === 'string'
        ? super.writeHead(status, second, third)
        : super.writeHead(status, second)
    }
  }
  return {
    Answer,
    begin() {
      draining = true
    },
  }
}
