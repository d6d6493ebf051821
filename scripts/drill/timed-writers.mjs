import { setTimeout as wait } from 'node:timers/promises'

const AGAIN_AFTER_MS = 20

/**
 * Starts clients that each write one system after the other, and note when each write was sent and answered. A write
 * that fails while the server is away is sent again under another name. A pause separates the writes, so that a moment
 * has some before and some after it.
 */
export function startTimedWriters(url, headers, { clients, run, pauseMs }) {
  const writes = []
  let ending = false
  async function write(client) {
    for (let count = 0; !ending; count += 1) {
      const one = { name: `${run} ${client} ${count}`, sentAt: Date.now(), answeredAt: null }
      writes.push(one)
      const answer = await fetch(`${url}/rest/v1/systems`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name: one.name }),
      }).catch(() => null)
      // The clock counts whole milliseconds: the answer came before the next one.
      if (answer?.status === 201) one.answeredAt = Date.now() + 1
      await wait(answer?.status === 201 ? pauseMs : AGAIN_AFTER_MS)
    }
  }
  const writing = Promise.all(Array.from({ length: clients }, (_, client) => write(client)))
  const answered = () => writes.filter(({ answeredAt }) => answeredAt !== null)
  return {
    writes,
    answered,
    async untilAnswered(more) {
      const wanted = answered().length + more
      while (answered().length < wanted) await wait(AGAIN_AFTER_MS)
    },
    async end() {
      ending = true
      await writing
    },
  }
}

/**
 * The faults of a database of a moment (milliseconds): missing writes that were answered before, and extra ones that
 * were sent after.
 */
export function faultsAt(writes, momentMs, names) {
  const there = new Set(names)
  return {
    before: writes.filter(({ answeredAt }) => answeredAt !== null && answeredAt <= momentMs).length,
    missing: writes.filter(
      ({ name, answeredAt }) => answeredAt !== null && answeredAt <= momentMs && !there.has(name),
    ).length,
    tooNew: writes.filter(({ name, sentAt }) => sentAt > momentMs && there.has(name)).length,
  }
}
