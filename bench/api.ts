import { startServerProcess } from '@cairn/testing/server-process'
import { arrangeMember } from './api/arrange.ts'
import { type Figures, keepBaseline, readBaseline } from './api/baseline.ts'
import { apiCases } from './api/cases.ts'
import { changeOf, ratioOf, writtenChange } from './api/changes.ts'
import { warmUp } from './api/load.ts'
import { middleOf, type Sample, sampleBare, sampleServer } from './api/samples.ts'
import { extent } from './support/extent.ts'
import { memoryOf } from './support/memory.ts'
import { hasPgbench } from './support/pgbench.ts'
import { heading, line, megabytes, milliseconds, perSecond } from './support/print.ts'

const EXTENT = { connections: 16, seconds: extent(3, 1, 'BENCH_SECONDS') }
const ROUNDS = extent(4, 1, 'BENCH_ROUNDS')
/** Writes the figures down as those of a release. */
const KEEPS = process.env['BENCH_KEEP'] === 'true'

/** The share of the bare database in a request that is aimed at. */
const AIMS: Readonly<Record<string, string>> = {
  'List of 50': '0.75',
  'One row by its id': '0.65',
  'Insert, returning the row': '0.85',
  'List of 50 with two embedded': '0.85',
  Procedure: '0.70',
}

/**
 * Measures the processor time of requests as a member sends them, by who uses it, in turn with pgbench and the same
 * transaction. Other work on the machine hardly moves it, unlike the rates beside it.
 */
export async function measureApi(): Promise<void> {
  const server = await startServerProcess({ LOG_LEVEL: 'silent' })
  const kept: Record<string, Figures> = {}
  try {
    const member = await arrangeMember(server)
    heading(
      `Processor time of a request, ${EXTENT.connections} connections, ${ROUNDS} rounds of ${EXTENT.seconds} s, Node ${process.versions.node}`,
    )
    for (const request of await apiCases(server, member)) {
      await warmUp(server, request)
      const rounds: { served: Sample; bare: Sample }[] = []
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push({
          served: await sampleServer(server, request, EXTENT),
          bare: await sampleBare(server, request, EXTENT),
        })
      const served = middleOf(rounds.map((round) => round.served))
      const bare = middleOf(rounds.map((round) => round.bare))
      print(request.title, served, bare)
      kept[request.title] = {
        server: served.server,
        postgres: served.postgres,
        bareClient: bare.client,
        barePostgres: bare.postgres,
        ratio: ratioOf(served, bare),
      }
    }
    line('server memory under load', megabytes(memoryOf([server.pid])), '200 MB')
  } finally {
    await server.dispose()
  }
  if (KEEPS) keepBaseline(kept)
}

function print(title: string, served: Sample, bare: Sample): void {
  const before = readBaseline()
  const kept = before?.requests[title]
  const ratio = ratioOf(served, bare)
  const by = hasPgbench() ? 'pgbench' : 'the bare driver'
  line(`${title}: of it ${by}`, ratio.toFixed(2), AIMS[title])
  line('  server + Postgres', `${ms(served.server)} + ${ms(served.postgres)} ms`)
  line(`  ${by} + Postgres`, `${ms(bare.client)} + ${ms(bare.postgres)} ms`)
  if (before !== null && kept !== undefined)
    line(
      `  ratio against ${before.version} (Node ${before.node}: ${kept.ratio.toFixed(2)})`,
      writtenChange(changeOf([{ before: kept.ratio, after: ratio }])),
    )
  line(
    '  rates: server, bare, client of the server',
    `${perSecond(served.perSecond)}, ${perSecond(bare.perSecond)}, ${ms(served.client)} ms`,
  )
  line(
    '  p99; answers other than 2xx and errors',
    `${milliseconds(served.p99)}; ${served.failed}`,
    '20 ms; 0',
  )
}

const ms = (value: number) => value.toFixed(3)
