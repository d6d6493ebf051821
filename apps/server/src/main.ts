import { constants } from 'node:os'
import { checkStart } from './check.ts'
import { parseCommandLine, type Question } from './command-line.ts'
import { say } from './observe/log-writer.ts'
import { retryJobs, showJobs } from './operator-jobs.ts'
import { startProject } from './project/start-project.ts'
import type { RunningServer } from './serve.ts'
import { startServer } from './start.ts'
import { startFailure } from './start-failure.ts'

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const
const SAME_SIGNAL_MS = 500
/** Added to the number of the signal that ended a process, as shells do. */
const EXIT_BY_SIGNAL = 128

const ANSWERS: Record<Question, (env: NodeJS.ProcessEnv) => Promise<string>> = {
  '--check': checkStart,
  '--jobs': showJobs,
  '--retry-jobs': retryJobs,
}

async function main(): Promise<void> {
  const asked = parseCommandLine(process.argv.slice(2))
  if (asked.kind === 'question') {
    process.stdout.write(`${await ANSWERS[asked.question](process.env)}\n`)
    return
  }
  let server: RunningServer | null = null
  let firstSignalAt: number | null = null
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      const now = performance.now()
      // Ctrl-C reaches us twice under npm: from the terminal, and passed on.
      if (firstSignalAt !== null && now - firstSignalAt < SAME_SIGNAL_MS) return
      // The built-in Postgres is told by the way (stop-on-exit.ts).
      if (server === null || firstSignalAt !== null) process.exit(EXIT_BY_SIGNAL + constants.signals[signal])
      firstSignalAt = now
      server.stop(signal).then(() => process.exit(0), fail)
    })
  }
  const started = await start(asked.project)
  server = started.server
  for (const sentence of started.said) say(sentence)
  // For the person at the terminal; standard output is the log's.
  if (server.mailNotice !== null) say(server.mailNotice)
  say(`Cairn is ready: ${server.address}`)
}

/** What is served: Cairn, or a project of somebody's own. */
async function start(project: string | null): Promise<{ server: RunningServer; said: string[] }> {
  if (project !== null) return startProject(process.env, project)
  return { server: await startServer(process.env), said: [] }
}

function fail(error: unknown): never {
  say(startFailure(error))
  process.exit(1)
}

main().catch(fail)
