import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { processesOf } from '@cairn/testing/server-processes'
import autocannon from 'autocannon'
import postgres from 'postgres'
import { arrangeMember } from './api/arrange.ts'
import { type ApiCase, apiCases, headersOf, transactionOf } from './api/cases.ts'
import { bareRate } from './support/bare-database.ts'
import { residentMemory } from './support/memory.ts'
import { heading, line, megabytes, milliseconds, perSecond } from './support/print.ts'
import { processorMs } from './support/processor.ts'

const PROCESSES = [1, 2, 4]
const CONNECTIONS = 16
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6)
const PEOPLE = 32
/** Without a pause: far more than a team of thousands sends in the morning. */
const SIGN_INS_AT_ONCE = 2

/** Lists, rows and procedures by one, two and four processes, each beside the bare database; and reads beside sign-ins. */
export async function measureNodes(): Promise<void> {
  for (const processes of PROCESSES) {
    const server = await startServerProcess({ LOG_LEVEL: 'silent', CAIRN_PROCESSES: String(processes) })
    try {
      const member = await arrangeMember(server)
      heading(
        `${processes} process${processes === 1 ? '' : 'es'}, ${CONNECTIONS} connections, ${SECONDS} s each`,
      )
      const cases = await apiCases(server, member)
      for (const request of cases) await besideBare(server, request)
      line('memory of all', megabytes(sumOf(server, residentMemory)))
      const [list] = cases
      if (list !== undefined) await besideSignIns(server, list)
    } finally {
      await server.dispose()
    }
  }
}

/** Over all processes of a server. */
const sumOf = ({ pid }: ServerProcess, of: (pid: number) => number) =>
  [pid, ...processesOf(pid)].reduce((sum, one) => sum + of(one), 0)

async function besideBare(server: ServerProcess, request: ApiCase): Promise<void> {
  const bare = await bareRate({
    target: server.admin(),
    ...transactionOf(request),
    connections: CONNECTIONS,
    seconds: SECONDS,
  })
  const before = sumOf(server, processorMs)
  const served = await load(server, request)
  const used = (sumOf(server, processorMs) - before) / served.requests.total
  const rate = served.requests.average
  line(
    `${request.title}: ${perSecond(rate)} of ${perSecond(bare.perSecond)} (${bare.by})`,
    (rate / bare.perSecond).toFixed(2),
    '0.60',
  )
  line('  p99, processor time for one', `${milliseconds(served.latency.p99)}, ${used.toFixed(2)} ms`)
  line('  answers other than 2xx, errors', `${served.non2xx}, ${served.errors}`, '0, 0')
}

const load = (server: ServerProcess, request: ApiCase) =>
  autocannon({
    url: `${server.url}/rest/v1${request.http.url}`,
    connections: CONNECTIONS,
    duration: SECONDS,
    method: request.http.method,
    headers: headersOf(request),
    ...(request.http.body === null ? {} : { body: String(request.http.body) }),
  })

/** What people who sign in all the time take from those who read. */
async function besideSignIns(server: ServerProcess, list: ApiCase): Promise<void> {
  const database = postgres({ ...server.admin(), ssl: false, max: 1 })
  for (let number = 0; number < PEOPLE; number += 1)
    await arrangePerson(database, { email: email(number), name: `Person ${number}` })
  await database.end()
  const alone = await load(server, list)
  const signIns = startSigningIn(server)
  const beside = await load(server, list)
  const done = await signIns.end()
  const share = beside.requests.average / alone.requests.average
  line(
    `lists beside ${perSecond(done / SECONDS)} sign-ins: ${perSecond(beside.requests.average)} of ${perSecond(alone.requests.average)}`,
    share.toFixed(2),
    '0.90',
  )
}

const email = (number: number) => `signing-in-${number}@bench.example`

function startSigningIn({ url, publishableKey }: ServerProcess): { end(): Promise<number> } {
  let done = 0
  let ending = false
  const signIn = async (turn: number) => {
    const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: email(turn % PEOPLE), password: PASSWORD }),
    })
    if (!answer.ok) throw new Error(`A sign-in answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
    done += 1
  }
  const signing = Promise.all(
    Array.from({ length: SIGN_INS_AT_ONCE }, async () => {
      while (!ending) await signIn(done)
    }),
  )
  return {
    async end() {
      ending = true
      await signing
      return done
    },
  }
}
