import type { IncomingMessage, Server, ServerResponse } from 'node:http'

const LOOK_EVERY_MS = 1_000
const ANSWER_WITHIN_MS = 30_000
/** Slower than any line that is still of use; a large answer has so much more time. */
const LEAST_BYTES_PER_MS = 64

interface Begun {
  since: number
  withinMs: number
}

/** Ends the connections of clients that do not take their answers: within 30 s, and at 64 kB a second beyond that. */
export function cutSlowReaders(server: Server): void {
  const answers = new Map<ServerResponse, Begun | null>()

  function look(): void {
    const now = performance.now()
    for (const [answer, begun] of answers) {
      if (!answer.headersSent) continue
      if (begun === null) answers.set(answer, { since: now, withinMs: timeFor(answer) })
      else if (now - begun.since > begun.withinMs) answer.destroy()
    }
  }

  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  server.on('close', () => clearInterval(timer))
  server.on('request', (_: IncomingMessage, answer: ServerResponse) => {
    answers.set(answer, null)
    answer.once('close', () => answers.delete(answer))
  })
}

function timeFor(answer: ServerResponse): number {
  return ANSWER_WITHIN_MS + Number(answer.getHeader('content-length') ?? 0) / LEAST_BYTES_PER_MS
}
