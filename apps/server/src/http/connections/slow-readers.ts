import type { IncomingMessage, Server, ServerResponse } from 'node:http'

const LOOK_EVERY_MS = 1_000
const ANSWER_WITHIN_MS = 30_000
/** Slower than any line that is still of use; a large answer has so much more time. */
const LEAST_BYTES_PER_MS = 64

interface Begun {
  since: number
  withinMs: number
  /** Of an answer whose length is not known, what the client had taken by then. */
  taken: number
}

/**
 * Ends the connections of clients that do not take their answers: within 30 s, and at 64 kB a second beyond that. An
 * answer whose length is not known may take as long as it likes to be made; only what waits for the client counts.
 */
export function cutSlowReaders(server: Server): void {
  const answers = new Map<ServerResponse, Begun | null>()

  function look(): void {
    const now = performance.now()
    for (const [answer, begun] of answers) {
      if (!answer.headersSent) continue
      if (begun === null || isTaken(answer)) answers.set(answer, beginning(answer, now))
      else if (now - begun.since > begun.withinMs + takenSince(answer, begun) / LEAST_BYTES_PER_MS)
        answer.destroy()
    }
  }

  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  server.on('close', () => clearInterval(timer))
  server.on('request', (_: IncomingMessage, answer: ServerResponse) => {
    answers.set(answer, null)
    answer.once('close', () => answers.delete(answer))
  })
}

function beginning(answer: ServerResponse, since: number): Begun {
  const length = Number(answer.getHeader('content-length') ?? 0)
  return { since, withinMs: ANSWER_WITHIN_MS + length / LEAST_BYTES_PER_MS, taken: bytesTaken(answer) }
}

/** Whether the client of an answer that still grows has all that there is so far. */
function isTaken(answer: ServerResponse): boolean {
  return answer.chunkedEncoding && !answer.writableEnded && !answer.writableNeedDrain
}

function takenSince(answer: ServerResponse, { taken }: Begun): number {
  return answer.chunkedEncoding ? bytesTaken(answer) - taken : 0
}

function bytesTaken({ socket }: ServerResponse): number {
  return socket === null ? 0 : socket.bytesWritten - socket.writableLength
}
