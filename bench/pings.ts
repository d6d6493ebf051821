import { arrangeHeartbeats } from '@cairn/testing/heartbeats'
import { residentMemory } from '@cairn/testing/resident-memory'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import autocannon from 'autocannon'
import postgres from 'postgres'
import { arrangeMember, type Member } from './api/arrange.ts'
import { callAtPace, type Paced } from './pings/pace.ts'
import { extent } from './support/extent.ts'
import { heading, line, lineWithAim, megabytes, milliseconds, perSecond } from './support/print.ts'
import { processorMs } from './support/processor.ts'

const SECONDS = extent(60, 3, 'BENCH_SECONDS')
const LIST_ALONE_S = extent(10, 1)
const CALLS_A_SECOND = 1_000
/** Of which none is called more often than sixty times a minute. */
const HEARTBEATS = 2_000
const P99_MS = 50
const LEAST_OF_LISTS = 0.8
const LIST = '/systems?select=id,name,description,owner_id,status,created_at&order=name&limit=50'

/**
 * A thousand calls of heartbeats a second, while a member opens a list again and again. A call is counted from when it was
 * due, so that one which waits for others is not lost from sight.
 */
export async function measurePings(): Promise<void> {
  heading(`Heartbeats: ${CALLS_A_SECOND} calls a second for ${SECONDS} s, of ${HEARTBEATS} addresses`)
  const server = await startServerProcess({ LOG_LEVEL: 'silent' })
  const sql = postgres({ ...server.admin(), ssl: false, max: 1, onnotice: () => {} })
  try {
    const member = await arrangeMember(server)
    const tokens = await tokensOf(sql)
    await lists(server, member, LIST_ALONE_S)
    const alone = await lists(server, member, LIST_ALONE_S)
    const usedBefore = processorMs(server.pid)
    const [called, beside] = await Promise.all([calls(server, tokens), lists(server, member, SECONDS)])
    const usedMs = processorMs(server.pid) - usedBefore
    report(called)
    line('a list of 50 beside them, of its rate alone', share(beside / alone), `${LEAST_OF_LISTS}`)
    if (beside / alone < LEAST_OF_LISTS) process.exitCode = 1
    line('its rate alone, beside them', `${perSecond(alone)}, ${perSecond(beside)}`)
    line('processor of the server meanwhile', `${((usedMs / 1000 / SECONDS) * 100).toFixed(0)} %`)
    line('server memory', megabytes(residentMemory(server.pid)))
    await expectKept(sql, called.answered)
  } finally {
    await sql.end({ timeout: 1 })
    await server.dispose()
  }
}

async function tokensOf(sql: postgres.Sql): Promise<string[]> {
  const [account] = await sql<[{ id: string }]>`select account_id as id from public.systems limit 1`
  const heartbeats = await arrangeHeartbeats(sql, { accountId: account.id, count: HEARTBEATS })
  await sql`vacuum analyze`
  return heartbeats.map(({ token }) => token)
}

function calls({ url }: ServerProcess, tokens: readonly string[]): Promise<Paced> {
  let sent = 0
  const next = () => {
    sent += 1
    return `/p/${tokens[sent % tokens.length]}`
  }
  return callAtPace(url, next, { perSecond: CALLS_A_SECOND, seconds: SECONDS })
}

/** How often a second one member opens a list. */
async function lists(
  { url }: ServerProcess,
  { token, publishableKey }: Member,
  duration: number,
): Promise<number> {
  const headers = { apikey: publishableKey, authorization: `Bearer ${token}` }
  const { requests, non2xx } = await autocannon({
    url: `${url}/rest/v1${LIST}`,
    connections: 1,
    duration,
    headers,
  })
  if (non2xx > 0) throw new Error(`${non2xx} lists were refused.`)
  return requests.average
}

function report({ tookMs, answered, others, seconds }: Paced): void {
  const at = (part: number) => tookMs[Math.floor(tookMs.length * part)] ?? Number.NaN
  line('answered', perSecond(answered / seconds), perSecond(CALLS_A_SECOND))
  line('p50', milliseconds(at(0.5)))
  lineWithAim('p99', at(0.99), P99_MS)
  const told = [...others].map(([what, count]) => `${count} × ${what}`).join(', ')
  line('answers other than OK', told === '' ? '0' : told, '0')
  if (others.size > 0) process.exitCode = 1
}

const share = (value: number) => value.toFixed(2)

async function expectKept(sql: postgres.Sql, answered: number): Promise<void> {
  const [kept] = await sql<[{ runs: number }]>`select count(*)::int as runs from public.runs`
  line('runs kept, of calls answered', `${kept.runs}, ${answered}`)
  if (kept.runs !== answered) process.exitCode = 1
}
