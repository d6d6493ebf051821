import { setTimeout as wait } from 'node:timers/promises'
import { arrangePerson, PASSWORD, REAL_HASH } from '@cairn/testing/people'
import { residentMemory } from '@cairn/testing/resident-memory'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { processesOf } from '@cairn/testing/server-processes'
import postgres from 'postgres'
import { arrangeMember } from './api/arrange.ts'
import { type ApiCase, apiCases, transactionOf } from './api/cases.ts'
import { load } from './api/load.ts'
import { bareRate } from './support/bare-database.ts'
import { extent, IS_SMALL } from './support/extent.ts'
import { heading, line, megabytes, milliseconds, perSecond } from './support/print.ts'
import { kernelMs, processorMs } from './support/processor.ts'

const PROCESSES = [1, 2, 4]
const CONNECTIONS = 16
const SECONDS = extent(6, 1, 'BENCH_SECONDS')
const WARM_UP_SECONDS = extent(5, 1)
const PEOPLE = 32
/** 7,200 people in an hour. */
const SIGN_IN_EVERY_MS = 500
/** The number of people who sign in without a pause between. */
const SIGN_INS_AT_ONCE = 2

/**
 * Measures lists, rows and procedures by one, two and four processes, each beside the bare database; and reads beside
 * sign-ins.
 */
export async function measureNodes(): Promise<void> {
  for (const processes of IS_SMALL ? [1] : PROCESSES) {
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

/** Sums a figure over all processes of a server. */
const sumOf = ({ pid }: ServerProcess, of: (pid: number) => number) =>
  [pid, ...processesOf(pid)].reduce((sum, one) => sum + of(one), 0)

async function besideBare(server: ServerProcess, request: ApiCase): Promise<void> {
  const bare = await bareRate({
    target: server.admin(),
    ...transactionOf(request),
    connections: CONNECTIONS,
    seconds: SECONDS,
  })
  // Node compiles hot code in each process separately.
  await send(server, request, WARM_UP_SECONDS)
  const before = { all: sumOf(server, processorMs), kernel: sumOf(server, kernelMs) }
  const served = await send(server, request)
  const used = (sumOf(server, processorMs) - before.all) / served.requests.total
  const inKernel = (sumOf(server, kernelMs) - before.kernel) / served.requests.total
  const rate = served.requests.average
  line(
    `${request.title}: ${perSecond(rate)} of ${perSecond(bare.perSecond)} (${bare.by})`,
    (rate / bare.perSecond).toFixed(2),
    '0.60',
  )
  line('  p99', milliseconds(served.latency.p99))
  line('  processor time for one; of it in the kernel', `${used.toFixed(2)} ms, ${inKernel.toFixed(2)} ms`)
  line('  answers other than 2xx, errors', `${served.non2xx}, ${served.errors}`, '0, 0')
}

const send = (server: ServerProcess, request: ApiCase, seconds = SECONDS) =>
  load(server, request, { connections: CONNECTIONS, seconds })

/** Measures how much the reads slow down while people sign in all the time. */
async function besideSignIns(server: ServerProcess, list: ApiCase): Promise<void> {
  const database = postgres({ ...server.admin(), ssl: false, max: 1 })
  for (let number = 0; number < PEOPLE; number += 1)
    await arrangePerson(database, {
      email: email(number),
      name: `Person ${number}`,
      passwordHash: REAL_HASH,
    })
  await database.end()
  const { requests: alone } = await send(server, list)
  const among = async (pauseMs: number, aim?: string) => {
    const signIns = startSigningIn(server, pauseMs)
    const { requests: beside } = await send(server, list)
    const done = (await signIns.end()) / SECONDS
    const name = `lists beside ${done.toFixed(1)} sign-ins a second: ${perSecond(beside.average)} of ${perSecond(alone.average)}`
    line(name, (beside.average / alone.average).toFixed(2), aim)
  }
  await among(SIGN_IN_EVERY_MS, '0.90')
  await among(0)
}

const email = (number: number) => `signing-in-${number}@bench.example`

/** Signs two people in, each again and again; with a pause one of them, `pauseMs` after the last time began. */
function startSigningIn({ url, publishableKey }: ServerProcess, pauseMs: number): { end(): Promise<number> } {
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
    Array.from({ length: pauseMs === 0 ? SIGN_INS_AT_ONCE : 1 }, async () => {
      while (!ending) await Promise.all([signIn(done), wait(pauseMs)])
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
