import { setTimeout as wait } from 'node:timers/promises'

export const CLIENTS = 4
const ROWS = 100
const ANSWERED_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 50

/** Clients that each send many long rows a request, again and again, whatever is answered. */
export function writeMuch(url, headers) {
  const written = []
  const others = []
  let refused = 0
  let answered = 0
  let ending = false
  const description = 'A description as long as one may be. '.repeat(25)
  async function write(client) {
    for (let count = 0; !ending; count += 1) {
      const names = Array.from({ length: ROWS }, (_, row) => `disk ${client} ${count} ${row}`)
      const answer = await fetch(`${url}/rest/v1/systems`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(names.map((name) => ({ name, description }))),
      }).catch((error) => ({ status: String(error.cause?.code ?? error) }))
      if (answer.status === 201) {
        written.push(...names)
        answered += 1
      } else if (answer.status === 503) refused += 1
      else others.push(`a write got ${answer.status} ${await answer.text?.()}`)
      if (answer.status !== 201) await wait(LOOK_AGAIN_MS)
    }
  }
  const writing = Promise.all(Array.from({ length: CLIENTS }, (_, client) => write(client)))
  async function until(holds, what) {
    const deadline = performance.now() + ANSWERED_WITHIN_MS
    while (!holds()) {
      if (performance.now() > deadline) throw new Error(`${what} ${others.slice(-1)}`)
      await wait(LOOK_AGAIN_MS)
    }
  }
  return {
    written,
    others,
    refused: () => refused,
    untilAnswered(more) {
      const wanted = answered + more
      return until(() => answered >= wanted, 'No write was answered in time.')
    },
    untilRefused: () => until(() => refused > 0, 'Nothing can be written, and no write was refused.'),
    async end() {
      ending = true
      await writing
    },
  }
}
