import { startServer } from './start.ts'

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Errors whose message tells the operator what to do. For any other the stack is printed. */
const EXPLAINED = new Set([
  'InvalidConfiguration',
  'FolderInUse',
  'UnsuitableDatabase',
  'MigrationFailed',
  'WrongSecret',
])

async function main(): Promise<void> {
  const server = await startServer(process.env)
  // For the person at the terminal; standard output is the log's.
  process.stderr.write(`Cairn is ready: ${server.address}\n`)
  let stopping = false
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      server.stop(signal).then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      )
    })
  }
}

function fail(error: unknown): never {
  const explained = error instanceof Error && EXPLAINED.has(error.name)
  process.stderr.write(`${explained ? error.message : describe(error)}\n`)
  process.exit(1)
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\nbecause: ${describe(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}

main().catch(fail)
