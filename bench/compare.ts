import { BUILT_SERVER } from '@cairn/testing/server-process'
import type { SentRequest } from './api/cases.ts'
import { changeOf, writtenChange } from './api/changes.ts'
import { warmUp } from './api/load.ts'
import { median, type Sample, sampleServer } from './api/samples.ts'
import { openSide, type Side } from './api/side.ts'
import { buildCommit } from './compare/checkout.ts'
import { extent } from './support/extent.ts'
import { heading, line } from './support/print.ts'

const EXTENT = { connections: 16, seconds: extent(3, 1, 'BENCH_SECONDS') }
const ROUNDS = extent(6, 1, 'BENCH_ROUNDS')

interface Round {
  before: Sample
  after: Sample
}

/** Builds a commit beside what is built here, asks both in turn, and says which figures changed by more than chance. */
export async function compareWith(ref: string): Promise<void> {
  const built = buildCommit(ref)
  const sides: Side[] = []
  try {
    for (const program of [built.program, BUILT_SERVER]) sides.push(await openSide(program, { program }))
    const [before, after] = sides
    if (before === undefined || after === undefined) return
    heading(`Processor time of a request, ${ref} → here, ${ROUNDS} rounds of ${EXTENT.seconds} s, in turn`)
    for (const [index, request] of after.requests.entries()) {
      const counterpart = before.requests[index]
      if (counterpart !== undefined)
        print(request.title, await compared([before, counterpart], [after, request]))
    }
  } finally {
    for (const side of sides) await side.end()
    built.remove()
  }
}

type Asked = readonly [Side, SentRequest]

async function compared([before, asked]: Asked, [after, request]: Asked): Promise<Round[]> {
  await warmUp(before.server, asked)
  await warmUp(after.server, request)
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      before: await sampleServer(before.server, asked, EXTENT),
      after: await sampleServer(after.server, request, EXTENT),
    })
  return rounds
}

/** The shapes of requests that are compared, and how each is read in a sample. */
const FIGURES = [
  ['server', ({ server }: Sample) => server],
  ['Postgres', ({ postgres }: Sample) => postgres],
  ['both', ({ server, postgres }: Sample) => server + postgres],
] as const

function print(title: string, rounds: readonly Round[]): void {
  line(title, '')
  for (const [name, of] of FIGURES) {
    const pairs = rounds.map(({ before, after }) => ({ before: of(before), after: of(after) }))
    const [before, after] = [
      median(pairs.map((pair) => pair.before)),
      median(pairs.map((pair) => pair.after)),
    ]
    line(`  ${name}: ${before.toFixed(3)} → ${after.toFixed(3)} ms`, writtenChange(changeOf(pairs)))
  }
  const failed = rounds.reduce((sum, { before, after }) => sum + before.failed + after.failed, 0)
  if (failed > 0) line('  answers other than 2xx, errors', String(failed), '0')
}
