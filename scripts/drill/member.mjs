import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import postgres from 'postgres'

const ANSWERS_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 50

/** A connection to a drill's database, for arranging and for looking. */
export function openSql(target) {
  return postgres({ ...target, ssl: false, max: 2, onnotice: () => {} })
}

/** The address of a database for DATABASE_URL. */
export function addressOf({ host, port, user, password, database }) {
  const secret = encodeURIComponent(password)
  return `postgres://${user}:${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** The address of the person of {@link signedInMember}. */
export const MEMBER = 'ada@drill.example'

/** Puts a person into the database and signs them in; resolves with the headers of their requests. */
export async function signedInMember(server, sql) {
  const { email } = await arrangePerson(sql, { email: MEMBER, name: 'Ada' })
  return signIn(server, email)
}

/** Signs somebody in who is there; resolves with the headers of their requests. */
export async function signIn({ url, publishableKey }, email) {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const session = await answer.json()
  if (!answer.ok) throw new Error(`${email} could not sign in: ${JSON.stringify(session)}`)
  return { apikey: publishableKey, authorization: `Bearer ${session.access_token}` }
}

/** Waits until the database has answered as many clients at the same time as are to write. */
export async function untilAnswered({ url }, headers, clients) {
  const deadline = performance.now() + ANSWERS_WITHIN_MS
  async function ask() {
    for (;;) {
      const answer = await fetch(`${url}/rest/v1/systems?select=name&limit=1`, { headers })
      const text = await answer.text()
      if (answer.ok) return
      if (performance.now() > deadline) throw new Error(`The database does not answer: ${text}`)
      await wait(LOOK_AGAIN_MS)
    }
  }
  await Promise.all(Array.from({ length: clients }, ask))
}

/** The names of all systems that a member sees. */
export async function systemsOf({ url }, headers) {
  const answer = await fetch(`${url}/rest/v1/systems?select=name&order=name`, { headers })
  return (await answer.json()).map(({ name }) => name)
}

/**
 * Clients that write over kept connections, one request after the other, until `end` is called. With `leaveWhenTold`
 * they go where a load balancer would send them when an answer says `Connection: close` or the port is closed: away.
 */
export function startWriting(url, headers, { clients, run, leaveWhenTold }) {
  const counts = { answered: 0, failed: [] }
  const written = []
  let ending = false
  const agent = new Agent({ keepAlive: true })
  async function write(client) {
    for (let count = 0; !ending; count += 1) {
      const name = `${run} ${client} ${count}`
      const outcome = await post(agent, `${url}/rest/v1/systems`, headers, { name }).catch((error) => error)
      if (outcome.status === 201) {
        counts.answered += 1
        written.push(name)
        if (leaveWhenTold && outcome.told) return
      } else if (outcome.code === 'ECONNREFUSED' && leaveWhenTold) return
      else counts.failed.push(String(outcome.code ?? outcome.status))
    }
  }
  const writing = Promise.all(Array.from({ length: clients }, (_, client) => write(client)))
  return {
    counts,
    written,
    async end() {
      ending = true
      await writing
      agent.destroy()
    },
  }
}

const post = (agent, address, headers, body) => ask(agent, address, { method: 'POST', headers, body })

/** Sends a request over the kept connections of an agent; resolves with status, headers and text of its answer. */
export function ask(agent, address, { method, headers, body }) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(text) }
  return new Promise((resolve, reject) => {
    const sent = request(
      address,
      { agent, method, headers: { ...headers, 'content-type': 'application/json', ...length } },
      (answer) => {
        const parts = []
        answer
          .on('data', (part) => parts.push(part))
          .on('error', reject)
          .on('end', () =>
            resolve({
              status: answer.statusCode,
              headers: answer.headers,
              text: Buffer.concat(parts).toString(),
              told: answer.headers.connection === 'close',
            }),
          )
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}

/** Names of what was answered but is not in the database. */
export async function lostFrom(sql, written) {
  const rows = await sql`select name from public.systems`
  const there = new Set(rows.map(({ name }) => name))
  return written.filter((name) => !there.has(name))
}
