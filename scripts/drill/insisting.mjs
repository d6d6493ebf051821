import { setTimeout as wait } from 'node:timers/promises'
import { PASSWORD } from '@cairn/testing/people'

const GIVES_UP_AFTER_MS = 60_000
const AGAIN_AFTER_MS = 100
/** The number of writes after which a client refreshes its session, and signs in again. */
const REFRESH_EVERY = 5

/**
 * Members who work through several servers at once until `end` is called: each writes through one, reads it back through
 * another, calls a procedure, and refreshes its session or signs in again. An answer of 503 is sent again, as `Retry-After`
 * asks; any other that is not as it must be is in `failed`. `written` are the names of what was acknowledged. `end` waits for
 * the answers; `giveUp` does not insist any more.
 */
export function startInsisting(servers, email, { clients, run }) {
  const counts = { requests: 0, retried: 0, failed: [] }
  const written = []
  let ending = false
  let givenUp = false

  const send = createSend(counts, () => givenUp)
  const expecting = createExpecting(counts.failed)

  const signIn = (server) =>
    expecting(
      'sign-in',
      [200],
      send(server, 'POST', '/auth/v1/token?grant_type=password', { body: { email, password: PASSWORD } }),
    )
  const refresh = (server, { refresh_token }) =>
    expecting(
      'refresh',
      [200],
      send(server, 'POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } }),
    )

  async function work(client) {
    let session = (await signIn(servers[client % servers.length]))?.json
    for (let count = 0; !ending && session !== undefined; count += 1) {
      const here = servers[(client + count) % servers.length]
      const there = servers[(client + count + 1) % servers.length]
      const token = session.access_token
      const name = `${run} ${client} ${count}`
      const answer = await expecting(
        'write',
        [201],
        send(here, 'POST', '/rest/v1/systems', { body: { name }, token }),
      )
      if (answer !== null) {
        written.push(name)
        const query = `/rest/v1/systems?select=name&name=eq.${encodeURIComponent(name)}`
        const read = await expecting('read', [200], send(there, 'GET', query, { token }))
        if (read !== null && read.json.length === 0) counts.failed.push('read: a written record is not there')
      }
      await expecting(
        'procedure',
        [200],
        send(there, 'POST', '/rest/v1/rpc/get_my_profile', { body: {}, token }),
      )
      if (count % REFRESH_EVERY === 0) session = (await refresh(there, session))?.json
      if (count % (3 * REFRESH_EVERY) === 1) session = (await signIn(here))?.json
    }
  }

  const working = Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  return {
    counts,
    written,
    async end() {
      ending = true
      await working
    },
    async giveUp() {
      givenUp = true
      await this.end()
    },
  }
}

/** Makes requests, and sends each again while the answer is 503. */
function createSend(counts, isGivenUp) {
  return async function send({ url, publishableKey }, method, path, { body, token } = {}) {
    const deadline = performance.now() + GIVES_UP_AFTER_MS
    for (let sent = 1; ; sent += 1) {
      counts.requests += 1
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          apikey: publishableKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (answer.status !== 503 || isGivenUp() || performance.now() > deadline)
        return { status: answer.status, sent, json: text === '' ? null : JSON.parse(text) }
      counts.retried += 1
      await wait(AGAIN_AFTER_MS)
    }
  }
}

/** Waits for answers, and lists those with another status than is wanted. */
function createExpecting(failed) {
  return async function expecting(what, wanted, asked) {
    const answer = await asked.catch((error) => ({ status: error.cause?.code ?? String(error) }))
    // A connection that died at the commit leaves open whether it was done; sent again, the record is there then.
    const isThere = answer.status === 409 && answer.sent > 1
    const isGood = isThere || wanted.includes(answer.status)
    if (!isGood) failed.push(`${what}: ${answer.status} ${answer.json?.message ?? answer.json?.msg ?? ''}`)
    return isGood ? answer : null
  }
}
