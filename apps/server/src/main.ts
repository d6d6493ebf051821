import cluster from 'node:cluster'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { traceWhereAsked } from '@cairn/tracing/spans'
import { say } from './observe/log-writer.ts'
import { ALONE, type Place } from './settings/place.ts'
import { parseCommandLine } from './start/command-line.ts'
import type { RunningServer } from './start/running-server.ts'
import type { Served } from './start/served.ts'
import { startFailure } from './start/start-failure.ts'

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const
const SAME_SIGNAL_MS = 500
/** Added to the number of the signal that ended a process, as shells do. */
const EXIT_BY_SIGNAL = 128

async function main(): Promise<void> {
  const asked = parseCommandLine(process.argv.slice(2))
  if (asked.kind === 'command') {
    const { runCommand } = await import('./operator/run-command.ts')
    const { ownTerminal } = await import('./operator/terminal.ts')
    process.exitCode = await runCommand(asked.words, { env: process.env, terminal: ownTerminal() })
    return
  }
  traceWhereAsked()
  if (cluster.isWorker) {
    const { serveForParent } = await import('./processes/child.ts')
    serveForParent((place) => read(asked.project, place))
    return
  }
  let server: RunningServer | null = null
  let firstSignalAt: number | null = null
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      const now = performance.now()
      // Ctrl-C reaches us twice under npm: from the terminal, and passed on.
      if (firstSignalAt !== null && now - firstSignalAt < SAME_SIGNAL_MS) return
      // The built-in Postgres receives the signal too (stop-on-exit.ts).
      if (server === null || firstSignalAt !== null) process.exit(EXIT_BY_SIGNAL + constants.signals[signal])
      firstSignalAt = now
      server.stop(signal).then(() => process.exit(0), fail)
    })
  }
  const served = await read(asked.project, ALONE)
  server = await start(served)
  // For the person at the terminal; standard output is the log's.
  for (const sentence of server.said) say(sentence)
  say(`Cairn is ready: ${server.address}`)
}

/** Starts in this process, or in others. Each way loads its own code: the parent of several holds none that answers. */
async function start(served: Served): Promise<RunningServer> {
  if (served.config.processes === 1) {
    const { startAlone } = await import('./start/start.ts')
    return startAlone(served)
  }
  const { startProcesses } = await import('./processes/parent.ts')
  return startProcesses(served, fileURLToPath(import.meta.url))
}

/** Reads Cairn, or a separate project. */
async function read(project: string | null, place: Place): Promise<Served> {
  if (project === null) {
    const { readCairn } = await import('./start/cairn.ts')
    return readCairn(process.env, place)
  }
  const { readProjectToServe } = await import('./project/start-project.ts')
  return readProjectToServe(process.env, project, place)
}

function fail(error: unknown): never {
  say(startFailure(error))
  process.exit(1)
}

main().catch(fail)
