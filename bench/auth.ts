import { availableParallelism } from 'node:os'
import { createPasswords } from '@cairn/auth/passwords/hashing'
import { arrangePerson, PASSWORD, REAL_HASH } from '@cairn/testing/people'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import autocannon from 'autocannon'
import postgres from 'postgres'
import { z } from 'zod'
import { extent } from './support/extent.ts'
import { heading, line, perSecond } from './support/print.ts'
import { processorMs } from './support/processor.ts'

const PEOPLE = 64
const CONNECTIONS = 16
const SECONDS = extent(6, 1)
/** Wrong sign-ins for each side of the comparison; one for an address and a network, so that no lock is in the way. */
const GUESSES = extent(500, 10)

const session = z.object({ access_token: z.string(), refresh_token: z.string() })
type Session = z.output<typeof session>

/** Sign-in, refresh and `GET /user`, each beside the part of it that cannot be left out. */
export async function measureAuth(): Promise<void> {
  heading(`Accounts: ${CONNECTIONS} connections, ${SECONDS} s each`)
  const server = await startServerProcess({ LOG_LEVEL: 'silent', CAIRN_TRUSTED_PROXIES: '127.0.0.1,::1' })
  const database = postgres({ ...server.admin(), ssl: false, max: CONNECTIONS })
  try {
    await arrangeAll(database)
    const hash = await hashOf(database)
    const passwords = await createPasswords()
    const bareHash = await rate(availableParallelism(), () => passwords.matches(PASSWORD, hash, 'bench'))
    // Twice as many as can be hashed at once: enough to keep the queue from running dry.
    const signIns = await rate(2 * availableParallelism(), (turn) =>
      signIn(server, email(turn % PEOPLE), PASSWORD),
    )
    line('the bare password hash, on all cores', perSecond(bareHash))
    line('sign-in', perSecond(signIns))
    line('ratio', (signIns / bareHash).toFixed(2), '0.85')

    const sessions: Session[] = []
    for (let number = 0; number < CONNECTIONS; number += 1) {
      sessions.push(session.parse(await signIn(server, email(number), PASSWORD)))
    }
    await measureUser(server, database, sessions)
    line('the bare signature', perSecond(await rate(CONNECTIONS, await bareSignature())))
    await measureRefresh(server, sessions)
    await measureSameness(server)
  } finally {
    await database.end()
    await server.dispose()
  }
}

const email = (number: number) => `person${number}@bench.example`

async function arrangeAll(database: postgres.Sql): Promise<void> {
  for (let number = 0; number < PEOPLE + GUESSES; number += 1) {
    await arrangePerson(database, {
      email: email(number),
      name: `Person ${number}`,
      passwordHash: REAL_HASH,
    })
  }
  await database`analyze`
}

async function hashOf(database: postgres.Sql): Promise<string> {
  const [row] = await database<{ hash: string }[]>`
    select encrypted_password as hash from auth.users where email = ${email(0)}`
  return row?.hash ?? ''
}

async function post(
  server: ServerProcess,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await fetch(`${server.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { ...headers, apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  // A wrong password is what one of the measurements asks for; anything else would measure the wrong thing.
  if (!answer.ok && !text.includes('Invalid login credentials')) {
    throw new Error(`${path} answered ${answer.status}: ${text}`)
  }
  return JSON.parse(text)
}

function signIn(server: ServerProcess, address: string, password: string): Promise<unknown> {
  return post(server, '/token?grant_type=password', { email: address, password })
}

/** Signs in from a separate network, like many guessers: one network pauses after 30 wrong passwords. */
function guess(server: ServerProcess, address: string, network: number): Promise<unknown> {
  const from = `198.18.${network >> 8}.${network & 255}`
  return post(
    server,
    '/token?grant_type=password',
    { email: address, password: 'a wrong guess' },
    { 'x-forwarded-for': from },
  )
}

/** How often a second so many at once get something done. */
async function rate(atOnce: number, work: (turn: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + SECONDS * 1_000
  let turns = 0
  const repeat = async () => {
    while (performance.now() < until) {
      const turn = turns
      turns += 1
      await work(turn)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, repeat))
  return turns / SECONDS
}

async function measureUser(
  server: ServerProcess,
  database: postgres.Sql,
  sessions: readonly Session[],
): Promise<void> {
  const bare = await rate(
    CONNECTIONS,
    (turn) => database`
      select * from auth.sessions s join auth.users u on u.id = s.user_id
      where u.email = ${email(turn % CONNECTIONS)} limit 1`,
  )
  const served = await autocannon({
    url: `${server.url}/auth/v1/user`,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { apikey: server.publishableKey, authorization: `Bearer ${sessions[0]?.access_token}` },
  })
  line('one query by the bare driver', perSecond(bare))
  line('GET /user', perSecond(served.requests.average))
  line('ratio', (served.requests.average / bare).toFixed(2))
}

/** Each session goes on by itself, as tabs do. The server's own share holds however busy the machine is. */
async function measureRefresh(server: ServerProcess, sessions: readonly Session[]): Promise<void> {
  const until = performance.now() + SECONDS * 1_000
  const before = processorMs(server.pid)
  let done = 0
  await Promise.all(
    sessions.map(async ({ refresh_token: first }) => {
      let token = first
      while (performance.now() < until) {
        const answer = await post(server, '/token?grant_type=refresh_token', { refresh_token: token })
        token = session.parse(answer).refresh_token
        done += 1
      }
    }),
  )
  line('refresh', perSecond(done / SECONDS), '1000/s')
  const each = (processorMs(server.pid) - before) / done
  line('processor time of the server for one', `${each.toFixed(2)} ms`, '1 ms')
}

async function bareSignature(): Promise<() => Promise<ArrayBuffer>> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const { privateKey } = await crypto.subtle.generateKey(curve, false, ['sign', 'verify'])
  const claims = Buffer.from(JSON.stringify({ sub: 'person', email: email(0), role: 'authenticated' }))
  return () => crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, claims)
}

/** Known and unknown addresses in turn, so that whatever else the machine does hits both alike. */
async function measureSameness(server: ServerProcess): Promise<void> {
  const known: number[] = []
  const unknown: number[] = []
  for (let turn = 0; turn < GUESSES; turn += 1) {
    known.push(await timed(() => guess(server, email(PEOPLE + turn), 2 * turn)))
    unknown.push(await timed(() => guess(server, `nobody${turn}@bench.example`, 2 * turn + 1)))
  }
  const difference = Math.abs(median(known) / median(unknown) - 1)
  line(`wrong sign-in, known addresses, median of ${GUESSES}`, `${median(known).toFixed(1)} ms`)
  line('wrong sign-in, unknown addresses', `${median(unknown).toFixed(1)} ms`)
  line('difference', `${(difference * 100).toFixed(1)} %`, '5 %')
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
