import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { arrangePerson, PASSWORD, REAL_HASH } from '@cairn/testing/people'
import { ask } from './member.mjs'

/**
 * The turns after which one client begins a new session; the others refresh theirs at each turn. Hashing is slow on a
 * small machine.
 */
const TURNS_OF_A_SESSION = 5
const LOOK_AGAIN_MS = 50

/**
 * Starts clients that behave as browsers do, each with its own session, one request after the other until `end` is
 * called: each turn writes, reads with what is embedded, counts, calls a procedure and refreshes the session. An answer
 * with the wrong status fails, and so does one with the wrong content.
 */
export async function startMixedLoad({ url, publishableKey }, sql, clients) {
  const counts = { answered: {}, failed: [] }
  const written = []
  let ending = false
  const agent = new Agent({ keepAlive: true })
  const people = await arrangePeople(sql, clients)

  async function attempt(what, sent, isRight) {
    const headers = { apikey: publishableKey, ...sent.headers }
    const outcome = await ask(agent, `${url}${sent.path}`, { ...sent, headers }).catch((error) => error)
    const right = outcome.status !== undefined && isRight(outcome)
    if (right) counts.answered[what] = (counts.answered[what] ?? 0) + 1
    else counts.failed.push(`${what}: ${outcome.code ?? outcome.status}`)
    return right ? outcome : null
  }

  async function session(what, grant, body) {
    const path = `/auth/v1/token?grant_type=${grant}`
    const answer = await attempt(what, { method: 'POST', path, body }, ({ status, text }) => {
      return status === 200 && JSON.parse(text).access_token !== undefined
    })
    return answer === null ? null : JSON.parse(answer.text)
  }

  async function behave({ email }, client) {
    const signIn = () => session('sign-in', 'password', { email, password: PASSWORD })
    let current = sessions[client]
    let ours = 0
    for (let turn = 1; !ending; turn += 1) {
      current =
        current === null || (client === 0 && turn % TURNS_OF_A_SESSION === 0)
          ? await signIn()
          : await session('refresh', 'refresh_token', { refresh_token: current.refresh_token })
      if (current === null) continue
      const headers = { authorization: `Bearer ${current.access_token}` }
      const name = `load ${client} ${turn}`
      const write = { method: 'POST', path: '/rest/v1/systems', headers, body: { name } }
      if ((await attempt('write', write, ({ status }) => status === 201)) !== null) {
        written.push(name)
        ours += 1
      }
      for (const [what, sent, isRight] of readsOf(ours)) {
        await attempt(what, { ...sent, headers: { ...headers, ...sent.headers } }, isRight)
      }
    }
  }

  const sessions = []
  for (const { email } of people)
    sessions.push(await session('sign-in', 'password', { email, password: PASSWORD }))
  const behaving = Promise.all(people.map(behave))
  const answered = () => Object.values(counts.answered).reduce((sum, count) => sum + count, 0)
  return {
    counts,
    written,
    answered,
    async untilAnswered(atLeast) {
      while (answered() < atLeast && counts.failed.length === 0) await wait(LOOK_AGAIN_MS)
    },
    async end() {
      ending = true
      await behaving
      agent.destroy()
    },
  }
}

/** Arranges an administrator, and users for the other clients. */
async function arrangePeople(sql, clients) {
  const people = []
  for (let client = 0; client < clients; client += 1) {
    const person = {
      email: `client-${client}@drill.example`,
      name: `Client ${client}`,
      passwordHash: REAL_HASH,
    }
    people.push(await arrangePerson(sql, client === 0 ? person : { ...person, level: 'user' }))
  }
  return people
}

/** The reads of a client that has written so many systems: whichever node answers knows them all. */
function readsOf(ours) {
  const EMBEDDED =
    '/rest/v1/systems?select=id,name,system_experts(expert_id),knowledge_articles(id,title)&limit=20'
  return [
    [
      'embedded read',
      { method: 'GET', path: EMBEDDED },
      ({ status, text }) =>
        status === 200 &&
        JSON.parse(text).length >= Math.min(ours, 20) &&
        JSON.parse(text).every(
          (row) => Array.isArray(row.system_experts) && Array.isArray(row.knowledge_articles),
        ),
    ],
    [
      'count',
      { method: 'HEAD', path: '/rest/v1/systems?select=id', headers: { prefer: 'count=exact' } },
      ({ status, headers }) =>
        (status === 200 || status === 206) && Number(headers['content-range']?.split('/')[1]) >= ours,
    ],
    [
      'procedure',
      { method: 'POST', path: '/rest/v1/rpc/get_dashboard_counts', body: {} },
      ({ status, text }) => status === 200 && JSON.parse(text).systems >= ours,
    ],
  ]
}

const KINDS = ['write', 'embedded read', 'count', 'procedure', 'sign-in', 'refresh']

/** The column "what came of it", and whether every kind of request was answered and none failed or was lost. */
export function outcomeOf({ counts: { answered, failed }, answered: all }, lost) {
  const kinds = KINDS.map((kind) => `${answered[kind] ?? 0} × ${kind}`).join(', ')
  const reasons = failed.length === 0 ? '' : ` (${[...new Set(failed)].join(', ')})`
  return {
    came: `${all()} requests (${kinds}), ${failed.length} failed${reasons}, ${lost.length} writes lost`,
    passed: failed.length === 0 && lost.length === 0 && KINDS.every((kind) => answered[kind] > 0),
  }
}
