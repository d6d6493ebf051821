import { residentMemory } from '@cairn/testing/resident-memory'
import { startServerProcess } from '@cairn/testing/server-process'
import autocannon from 'autocannon'
import { arrangeMember } from './api/arrange.ts'
import { type ApiCase, apiCases, headersOf, transactionOf } from './api/cases.ts'
import { bareRate } from './support/bare-database.ts'
import { heading, line, megabytes, milliseconds, perSecond } from './support/print.ts'
import { processorMs } from './support/processor.ts'

const CONNECTIONS = [1, 16, 64]
/** As many as the built-in Postgres has room for, beside those of the server. */
const BARE_CONNECTIONS = 24
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6)

/**
 * Requests of the web app as a member sends them, through the whole server and by the bare database, one after the
 * other.
 */
export async function measureApi(): Promise<void> {
  const server = await startServerProcess({ LOG_LEVEL: 'silent' })
  try {
    const member = await arrangeMember(server)
    for (const request of await apiCases(server, member)) {
      heading(`${request.title}, ${SECONDS} s each`)
      for (const connections of CONNECTIONS) await compare(request, connections)
    }
    line('server memory under load', megabytes(residentMemory(server.pid)), '200 MB')
  } finally {
    await server.dispose()
  }

  async function compare(request: ApiCase, connections: number): Promise<void> {
    const bare = await bareRate({
      target: server.admin(),
      ...transactionOf(request),
      connections: Math.min(connections, BARE_CONNECTIONS),
      seconds: SECONDS,
    })
    const usedBefore = processorMs(server.pid)
    const served = await autocannon({
      url: `${server.url}/rest/v1${request.http.url}`,
      connections,
      duration: SECONDS,
      method: request.http.method,
      headers: headersOf(request),
      ...(request.http.body === null ? {} : { body: String(request.http.body) }),
    })
    const rate = served.requests.average
    const { p50, p99 } = served.latency
    const name = `${connections} connection${connections === 1 ? '' : 's'}: ${perSecond(rate)} of ${perSecond(bare.perSecond)} (${bare.by})`
    line(name, (rate / bare.perSecond).toFixed(2), '0.50')
    line(
      '  p50, p99',
      `${milliseconds(p50)}, ${milliseconds(p99)}`,
      connections === 16 ? 'p99 20 ms' : undefined,
    )
    // Unlike the rate, hardly moved by what else the machine does: two builds are compared by it.
    const used = (processorMs(server.pid) - usedBefore) / served.requests.total
    line('  processor time of the server, per request', `${used.toFixed(2)} ms`)
    line('  answers other than 2xx, errors', `${served.non2xx}, ${served.errors}`, '0, 0')
  }
}
