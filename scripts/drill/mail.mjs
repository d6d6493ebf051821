import { setTimeout as wait } from 'node:timers/promises'
import { arrangeNotified } from '@cairn/testing/notified'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { withMailServer } from './mail-server.mjs'
import { openSql } from './member.mjs'

const TOOK_MS = 50
const LOOK_AGAIN_MS = 50
const WITHIN_MS = 95_000
const SENT_BETWEEN = 60

/**
 * People sign up while mails about notifications go out to many members and a receiver hangs, and the server is killed in
 * the middle: every mail arrives, and that of a sign-up before the many.
 */
export function mail({ short, long }) {
  const [members, kills] = long ? [5_000, 20] : short ? [400, 1] : [1_500, 4]
  const relayed = { tookMs: TOOK_MS, hangs: (to) => to.endsWith('@hangs.example') }
  return withMailServer(relayed, (server, relay) => killWhileSending(server, relay, { members, kills }))
}

async function killWhileSending(server, relay, { members, kills }) {
  let sql = openSql(server.admin())
  try {
    const { id } = await arrangePerson(sql, { email: 'ada@bulk.example', name: 'Ada' })
    await signUp(server, 'somebody@hangs.example')
    const bulk = await arrangeNotified(sql, { personId: id, members })
    const signUps = []
    for (let count = 0; count < kills; count += 1) {
      await untilTaken(relay, bulk, (sent) => sent >= SENT_BETWEEN * (count + 1))
      signUps.push(await mailOfSignUp(server, relay, bulk, `before${count}@waits.example`))
      await sql.end({ timeout: 1 })
      await server.kill()
      await server.start()
      sql = openSql(server.admin())
      signUps.push(await mailOfSignUp(server, relay, bulk, `after${count}@waits.example`))
    }
    const sent = await untilTaken(relay, bulk, (count) => count === members).catch(() => null)
    const lost = bulk.filter((email) => !relay.taken.some(({ to }) => to === email)).length
    const behind = signUps.filter(({ waiting, left }) => left <= waiting / 2).length
    const slowest = Math.max(...signUps.map(({ ms }) => ms)) / 1_000
    return {
      done: `${members} mails over a relay that takes ${TOOK_MS} ms, one receiver hangs, the server killed ${kills} times`,
      came: `${lost} lost, ${copies(relay)} sent twice, ${unlike(relay)} of these not recognisable; ${signUps.length} mails of sign-ups, ${behind} behind the others, the slowest after ${slowest.toFixed(1)} s`,
      passed: sent !== null && lost === 0 && behind === 0 && unlike(relay) === 0,
    }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Waits until the relay has taken enough of these; resolves with how many. */
async function untilTaken(relay, addresses, isEnough) {
  const wanted = new Set(addresses)
  const deadline = performance.now() + WITHIN_MS
  for (;;) {
    const sent = takenOf(relay, wanted)
    if (isEnough(sent)) return sent
    if (performance.now() > deadline) throw new Error(`Only ${sent} of ${wanted.size} mails were sent.`)
    await wait(LOOK_AGAIN_MS)
  }
}

function takenOf(relay, wanted) {
  return new Set(relay.taken.flatMap(({ to }) => (wanted.has(to) ? [to] : []))).size
}

/** Signs somebody up; resolves with how long their mail took, and how many of the others waited before and after it. */
async function mailOfSignUp(server, relay, bulk, email) {
  const waitingNow = () => bulk.length - takenOf(relay, new Set(bulk))
  const began = performance.now()
  await signUp(server, email)
  const waiting = waitingNow()
  const { atMs } = await relay.untilTaken(email, WITHIN_MS)
  return { ms: atMs - began, waiting, left: waitingNow() }
}

async function signUp({ url, publishableKey }, email) {
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, data: { name: 'Visitor' } }),
  })
  if (!answer.ok) throw new Error(`${email} could not sign up: ${await answer.text()}`)
}

/** How many mails came more than once. */
function copies({ taken }) {
  return taken.length - new Set(taken.map(({ to }) => to)).size
}

/** How many of the copies have a Message-ID of their own, so that no mail program could drop them. */
function unlike({ taken }) {
  return (
    new Set(taken.map(({ to, messageId }) => `${to} ${messageId}`)).size -
    new Set(taken.map(({ to }) => to)).size
  )
}
