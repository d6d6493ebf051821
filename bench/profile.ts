import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServerProcess } from '@cairn/testing/server-process'
import { z } from 'zod'
import { arrangeMember } from './api/arrange.ts'
import { requestsOf } from './api/cases.ts'
import { load, warmUp } from './api/load.ts'
import { extent } from './support/extent.ts'
import { heading, line } from './support/print.ts'

const ROOT = join(import.meta.dirname, '..')
const EXTENT = { connections: 16, seconds: extent(6, 1, 'BENCH_SECONDS') }
const MOST_PARTS = 16

const cpuProfile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.number(),
        columnNumber: z.number(),
      }),
    }),
  ),
  /** Microseconds of the clock that all programs of the machine share. */
  startTime: z.number(),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})
type CpuProfile = z.output<typeof cpuProfile>
type CallFrame = CpuProfile['nodes'][number]['callFrame']

interface Span {
  title: string
  from: number
  to: number
}

/** Prints which parts of the server a request keeps busy: the share of each in its main thread, as text. */
export async function measureProfile(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-profile-'))
  try {
    const spans = await profiled(folder)
    const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'))
    if (file === undefined) throw new Error('The server wrote no profile.')
    const profile = cpuProfile.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    for (const span of spans) printParts(span, profile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Sends each kind of request for some seconds, and returns when that was. The profile is written at the end. */
async function profiled(folder: string): Promise<Span[]> {
  const server = await startServerProcess({ LOG_LEVEL: 'silent' }, null, { node: profilingNode(folder) })
  const spans: Span[] = []
  try {
    for (const request of requestsOf(await arrangeMember(server))) {
      await warmUp(server, request)
      const from = microseconds()
      await load(server, request, EXTENT)
      spans.push({ title: request.title, from, to: microseconds() })
    }
  } finally {
    await server.stop()
    await server.dispose()
  }
  return spans
}

/** Makes a program that runs Node with its profiler: Node takes these options from its command line alone. */
function profilingNode(folder: string): string {
  const program = join(folder, 'node')
  const options = `--cpu-prof --cpu-prof-dir='${folder}' --cpu-prof-interval=200`
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' ${options} "$@"\n`, { mode: 0o755 })
  return program
}

const microseconds = () => Number(process.hrtime.bigint() / 1_000n)

function printParts({ title, from, to }: Span, { nodes, startTime, samples, timeDeltas }: CpuProfile): void {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]))
  const parts = new Map<string, number>()
  let at = startTime
  for (const [index, id] of samples.entries()) {
    const took = timeDeltas[index] ?? 0
    at += took
    const part = frames.get(id) ?? IDLE
    if (at >= from && at <= to && part !== IDLE) parts.set(part, (parts.get(part) ?? 0) + took)
  }
  const all = [...parts.values()].reduce((sum, took) => sum + took, 0)
  const largest = [...parts].sort(([, one], [, other]) => other - one)
  heading(`${title}: shares of the main thread while it works, Node ${process.versions.node}`)
  for (const [part, took] of largest.slice(0, MOST_PARTS)) line(part, `${((took / all) * 100).toFixed(1)}%`)
}

const IDLE = '(idle)'
const maps = new Map<string, SourceMap | null>()

/** The part that a frame belongs to: a folder of ours, a package, a module of Node, or what V8 names. */
function partOf({ functionName, url, lineNumber, columnNumber }: CallFrame): string {
  if (url === '') return functionName.startsWith('(') ? functionName : `built in: ${functionName}`
  if (url.startsWith('node:')) return url.replace(/^node:(internal\/)?/, 'node:')
  const file = fileURLToPath(url)
  const entry = mapOf(file)?.findEntry(lineNumber, columnNumber)
  const source =
    entry !== undefined && 'originalSource' in entry ? join(dirname(file), entry.originalSource) : file
  const packaged = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]
  return packaged ?? dirname(relative(ROOT, source))
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)
  if (known !== undefined) return known
  const map = readMap(file)
  maps.set(file, map)
  return map
}

const payload = z.object({
  file: z.string().default(''),
  version: z.number(),
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string()).default([]),
  names: z.array(z.string()),
  mappings: z.string(),
  sourceRoot: z.string().default(''),
})

/** The source map beside a built file; null where it has none. */
function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(payload.parse(JSON.parse(readFileSync(`${file}.map`, 'utf8'))))
  } catch {
    return null
  }
}
