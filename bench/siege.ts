import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { residentMemory } from '@cairn/testing/resident-memory'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { z } from 'zod'
import { arrangeMember } from './api/arrange.ts'
import { type Attack, type Report, reportSchema } from './siege/attack.ts'
import { extent } from './support/extent.ts'
import { heading, line, megabytes, milliseconds } from './support/print.ts'
import { processorMs } from './support/processor.ts'

const SECONDS = extent(60, 3, 'BENCH_SECONDS')
/** The number of systems that a person's account can hold, all leading to the same account row. */
const SYSTEMS = 960
const ASK_EVERY_MS = 50
/** The load balancer names the sender: the member comes from another network than the attacker. */
const HONEST = { 'x-forwarded-for': '198.51.100.1' }
/** The seconds of a measurement before the siege, to tell its effect from the machine's. */
const CALM_SECONDS = extent(5, 1)

const ATTACKER = join(import.meta.dirname, 'siege', 'attacker.ts')
const tokenAnswer = z.object({ access_token: z.string() })

/**
 * Measures how long a member waits for their list while an attacker with 500 connections sends the most expensive
 * requests. This process only asks for the list, so that it measures the server and not itself.
 */
export async function measureSiege(): Promise<void> {
  heading(`Under siege: 500 connections of one attacker, ${SECONDS} s`)
  const server = await startServerProcess({ LOG_LEVEL: 'silent', CAIRN_TRUSTED_PROXIES: '127.0.0.1,::1' })
  try {
    const member = await arrangeMember(server)
    const attack = await arrangeAttack(server)
    const list = () => timeOfList(server, member.token)
    // The first requests plan their statement and warm up both ends.
    await repeatedly(list, 1)
    printTimes('a list of 50 systems before', await repeatedly(list, CALM_SECONDS))

    const attacking = attackWith(attack)
    const memory = watchMemory(server.pid)
    const worked = processorMs(server.pid)
    const times = await repeatedly(list, SECONDS)
    const processor = (processorMs(server.pid) - worked) / (SECONDS * 10)
    printTimes('during', times, '100 ms')
    line(
      'lists that were not answered with 200',
      `${times.filter(Number.isNaN).length} of ${times.length}`,
      '0',
    )
    line('most memory of the server', megabytes(memory.stop()), '400 MB')
    line('processor of the server', `${Math.round(processor)} %`)
    printReport(await attacking)
  } finally {
    await server.dispose()
  }
}

function printTimes(what: string, times: readonly number[], aim?: string): void {
  line(`${what}, p50`, milliseconds(at(times, 50)))
  line(`${what}, p99`, milliseconds(at(times, 99)), aim)
}

function printReport(report: Report): void {
  for (const [kind, counts] of Object.entries(report)) {
    const answers = Object.entries(counts).map(([status, count]) => `${status}: ${count}`)
    line(`answers to the attacker's ${kind}`, answers.join(', '))
  }
}

async function arrangeAttack({ url, publishableKey, admin }: ServerProcess): Promise<Attack> {
  const database = postgres({ ...admin(), ssl: false, max: 1 })
  const person = await arrangePerson(database, { email: 'eve@siege.example', name: 'Eve' })
  const [victim] = await database`select email from auth.users where id <> ${person.id} limit 1`
  await database`
    insert into public.systems (account_id, name, description)
    select account_id, 'System ' || n, repeat('x', 1000)
    from public.account_members, generate_series(1, ${SYSTEMS}::int) n where user_id = ${person.id}`
  await database`analyze`
  await database.end()
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: PASSWORD }),
  })
  const { access_token: token } = tokenAnswer.parse(await answer.json())
  return { url, publishableKey, token, victim: String(victim?.['email']), seconds: SECONDS }
}

async function attackWith(attack: Attack): Promise<Report> {
  const env = { ...process.env, ATTACK: JSON.stringify(attack) }
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', ATTACKER], { env })
  return reportSchema.parse(JSON.parse(stdout))
}

/** The milliseconds until the list is there; NaN where it was refused. */
async function timeOfList(server: ServerProcess, token: string): Promise<number> {
  const began = performance.now()
  const headers = { apikey: server.publishableKey, authorization: `Bearer ${token}`, ...HONEST }
  const answer = await fetch(`${server.url}/rest/v1/systems?select=*&order=name&limit=50`, { headers })
  await answer.arrayBuffer()
  return answer.ok ? performance.now() - began : Number.NaN
}

async function repeatedly(ask: () => Promise<number>, seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1_000
  const times: number[] = []
  while (performance.now() < until) {
    times.push(await ask().catch(() => Number.NaN))
    await wait(ASK_EVERY_MS)
  }
  return times
}

function watchMemory(pid: number): { stop(): number } {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, residentMemory(pid))
  }, 200)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}

/** The percentile of the answered requests. */
function at(times: readonly number[], percentile: number): number {
  const sorted = times.filter((time) => !Number.isNaN(time)).toSorted((a, b) => a - b)
  return sorted[Math.ceil((sorted.length * percentile) / 100) - 1] ?? Number.NaN
}
