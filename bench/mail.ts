import { setTimeout as wait } from 'node:timers/promises'
import { arrangeNotified } from '@cairn/testing/notified'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { openRelay, type Relay } from '@cairn/testing/relay'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { extent } from './support/extent.ts'
import { heading, line, lineWithAim, milliseconds } from './support/print.ts'

const BULK = extent(5_000, 100)
const TOOK_MS = 50
const SIGN_UPS = extent(20, 5)
const AIM_MS = 3_000
const GIVEN_UP_AFTER_MS = 100_000
const UNDER_WAY = 50

/** How long somebody waits for the mail of a sign-up: while many mails go out, and while the relay hangs at some receivers. */
export async function measureMail(): Promise<void> {
  heading(
    `Mail: ${BULK.toLocaleString('en')} mails about notifications, a relay that takes ${TOOK_MS} ms for each`,
  )
  await withServer({ tookMs: TOOK_MS }, async (server, relay, database) => {
    const { id } = await arrangePerson(database, { email: 'ada@bulk.example', name: 'Ada' })
    await arrangeNotified(database, { personId: id, members: BULK })
    while (relay.taken.length < UNDER_WAY) await wait(TOOK_MS)
    const [before, began] = [relay.taken.length, performance.now()]
    const waited: Waited[] = []
    for (let number = 0; number < SIGN_UPS; number += 1)
      waited.push(await waitedFor(relay, await signUp(server, `new${number}@waits.example`)))
    const others = relay.taken.length - before - SIGN_UPS
    const seconds = (performance.now() - began) / 1_000
    line('other mails sent meanwhile', `${others}, ${Math.round(others / seconds)}/s`)
    line('still to be sent in the end', String(BULK - others - before))
    report(waited)
  })
  heading(`The same when three receivers hang: ${SIGN_UPS} others`)
  const hangs = (to: string) => to.includes('@hangs')
  await withServer({ tookMs: TOOK_MS, hangs }, async (server, relay) => {
    for (const number of [1, 2, 3]) await signUp(server, `somebody@hangs${number}.example`)
    while (relay.hanging < 3) await wait(TOOK_MS)
    const sent = await Promise.all(
      Array.from({ length: SIGN_UPS }, (_, number) =>
        signUp(server, `other${number}@waits${number}.example`),
      ),
    )
    const waited = await Promise.all(sent.map((one) => waitedFor(relay, one)))
    line('sent', `${waited.filter(({ mailMs }) => Number.isFinite(mailMs)).length} of ${SIGN_UPS}`)
    report(waited)
  })
}

interface Waited {
  mailMs: number
  answerMs: number
}

function report(waited: readonly Waited[]): void {
  const mails = waited.map(({ mailMs }) => mailMs).toSorted((a, b) => a - b)
  const answers = waited.map(({ answerMs }) => answerMs).toSorted((a, b) => a - b)
  line('answer to a sign-up, median', milliseconds(middleOf(answers)))
  lineWithAim('mail of a sign-up, from its request, median', middleOf(mails), AIM_MS)
  lineWithAim('mail of a sign-up, from its request, the slowest', mails.at(-1) ?? Number.NaN, AIM_MS)
}

const middleOf = (ordered: readonly number[]) => ordered[Math.floor(ordered.length / 2)] ?? Number.NaN

async function withServer(
  given: Parameters<typeof openRelay>[0],
  work: (server: ServerProcess, relay: Relay, database: postgres.Sql) => Promise<void>,
): Promise<void> {
  const relay = await openRelay(given)
  const server = await startServerProcess({
    LOG_LEVEL: 'silent',
    SMTP_URL: relay.url,
    CAIRN_TRUSTED_PROXIES: '127.0.0.1,::1',
  })
  const database = postgres({ ...server.admin(), ssl: false, max: 2, onnotice: () => {} })
  try {
    await work(server, relay, database)
  } finally {
    await database.end()
    await server.dispose()
    await relay.close()
  }
}

let visitors = 0

interface SignUp {
  email: string
  /** When the request was sent and when it was answered, by `performance.now()`. */
  sinceMs: number
  answeredMs: number
}

/** Signs up, each time from another network. */
async function signUp(server: ServerProcess, email: string): Promise<SignUp> {
  visitors += 1
  const sinceMs = performance.now()
  const answer = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      'x-forwarded-for': `198.51.100.${visitors}`,
    },
    body: JSON.stringify({ email, password: PASSWORD, data: { name: 'Visitor' } }),
  })
  if (!answer.ok) throw new Error(`${email} could not sign up: ${await answer.text()}`)
  return { email, sinceMs, answeredMs: performance.now() }
}

/** How long it took until the relay had the mail; infinite when it never came. And how long until the answer was there. */
async function waitedFor(relay: Relay, { email, sinceMs, answeredMs }: SignUp): Promise<Waited> {
  const taken = await relay.untilTaken(email, GIVEN_UP_AFTER_MS).catch(() => null)
  return { mailMs: (taken?.atMs ?? Number.POSITIVE_INFINITY) - sinceMs, answerMs: answeredMs - sinceMs }
}
