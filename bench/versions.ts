import { ensureNode, OTHER_NODES } from '../scripts/lib/nodes.mjs'
import { warmUp } from './api/load.ts'
import { median, type Sample, sampleServer } from './api/samples.ts'
import { openSide, type Side } from './api/side.ts'
import { extent } from './support/extent.ts'
import { memoryOf } from './support/memory.ts'
import { heading, line, megabytes } from './support/print.ts'

const EXTENT = { connections: 16, seconds: extent(3, 1, 'BENCH_SECONDS') }
const ROUNDS = extent(4, 1, 'BENCH_ROUNDS')

/** Measures requests on this Node and on the others that are supported, in turn: by processor time, and by memory. */
export async function measureVersions(): Promise<void> {
  const sides: Side[] = []
  try {
    sides.push(await openSide(process.versions.node, {}))
    for (const version of OTHER_NODES)
      sides.push(await openSide(version, { node: await ensureNode(version) }))
    heading(
      `Processor time of the server for a request, by version of Node, ${ROUNDS} rounds of ${EXTENT.seconds} s, in turn`,
    )
    for (const index of sides[0]?.requests.keys() ?? []) await compare(sides, index)
    for (const { title, server } of sides)
      line(`memory behind all of these, Node ${title}`, megabytes(memoryOf([server.pid])))
  } finally {
    for (const side of sides) await side.end()
  }
}

async function compare(sides: readonly Side[], index: number): Promise<void> {
  const samples = new Map<Side, Sample[]>(sides.map((side) => [side, []]))
  const all = sides.flatMap((side) => {
    const request = side.requests[index]
    return request === undefined ? [] : [{ side, request }]
  })
  for (const { side, request } of all) await warmUp(side.server, request)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { side, request } of all)
      samples.get(side)?.push(await sampleServer(side.server, request, EXTENT))
  for (const { side, request } of all) {
    const server = median((samples.get(side) ?? []).map((sample) => sample.server))
    line(`${request.title}, Node ${side.title}`, `${server.toFixed(3)} ms`)
  }
}
