import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { BUILT_SERVER } from './server-process.ts'

const ENDS_WITHIN_MS = 120_000

/** A start of the built server that is expected to end by itself, because it must fail or only inspects something. */
export interface EndedStart {
  /** Null when it was still running after two minutes and had to be killed. */
  code: number | null
  /** The output on standard error. */
  said: string
  /** The output on standard output. */
  wrote: string
}

/** Starts the built server, or another `program`, with this environment and nothing else, and waits for it to end. */
export async function startThatEnds(
  env: Record<string, string>,
  parameters: readonly string[] = [],
  program: string = BUILT_SERVER,
): Promise<EndedStart> {
  const child = spawn(process.execPath, [program, ...parameters], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      LOG_LEVEL: 'error',
      CAIRN_PROCESSES: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: ENDS_WITHIN_MS,
  })
  let said = ''
  let wrote = ''
  child.stdout.on('data', (chunk: Buffer) => {
    wrote += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await once(child, 'close')
  return { code: child.exitCode, said, wrote }
}
