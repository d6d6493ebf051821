import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { bootstrap } from '@cairn/postgres/bootstrap/bootstrap'
import { migrate } from '@cairn/postgres/migrate/migrate'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { z } from 'zod'
import { freePort } from './free-port.ts'
import { copyPrepared, type PreparedCluster } from './prepared-cluster.ts'
import { scratchFolder } from './scratch-folder.ts'
import { AUTH, INSTALLED_FROM, PRODUCT, TEST_SECRET } from './test-database.ts'

export const BUILT_SERVER = join(import.meta.dirname, '..', '..', '..', 'apps', 'server', 'dist', 'main.js')
/** The time limit for a start. A machine whose processes all write to one disk was seen to take a minute. */
const READY_WITHIN_MS = 170_000
const LOOK_AGAIN_MS = 25

const pageConfig = z.object({ url: z.string(), key: z.string() })

/** A Cairn for one test file, in a separate process: built as for production, on a folder that is removed with it. */
export interface ServerProcess {
  readonly url: string
  readonly publishableKey: string
  /** Process id of the running server. */
  readonly pid: number
  readonly dataDir: string
  /** The duration of the first start in milliseconds: a measure for later ones on the same machine. */
  readonly firstStartMs: number
  /** The superuser of its database: for arranging and for inspecting, never for acting. */
  admin(): ConnectionTarget
  /**
   * Starts it again, after a stop or a kill, or another program in its place. Resolves when it is ready, with the
   * duration in milliseconds.
   */
  start(otherProgram?: string): Promise<number>
  /** Asks it to stop; resolves with its exit code. */
  stop(): Promise<number | null>
  /** Ends it without warning (kill -9). */
  kill(): Promise<void>
  /** Stops it and removes its folder, unless that was given as CAIRN_DATA_DIR. */
  dispose(): Promise<void>
}

/** The Postgres of a server that has nothing to migrate. */
export const MIGRATED_CLUSTER: PreparedCluster = {
  name: 'migrated',
  madeFrom: INSTALLED_FROM,
  async fill(admin) {
    await bootstrap(admin, TEST_SECRET)
    await migrate(admin, [AUTH, PRODUCT])
  },
}

interface ProcessOptions {
  /** The Node that runs it, unless it is that of this process. */
  node?: string
  /** The program that Node runs. */
  program?: string
  /** The parameters of the program on the command line. */
  parameters?: readonly string[]
  /** The contents of its database, unless the environment names a data folder or a database. */
  prepared?: PreparedCluster
  /** The user ID of the process, where it differs from that of this one. */
  uid?: number
  gid?: number
}

/**
 * Starts a server on a free port, or on the PORT of `env`, which adds to its environment or changes it. Its output goes
 * to the file `log` where one is named. It finds its database migrated.
 */
export async function startServerProcess(
  env: Record<string, string> = {},
  log: string | null = null,
  {
    node = process.execPath,
    program = BUILT_SERVER,
    parameters = [],
    prepared = MIGRATED_CLUSTER,
    ...user
  }: ProcessOptions = {},
): Promise<ServerProcess> {
  const given = env['CAIRN_DATA_DIR']
  const dataDir = given ?? scratchFolder('cairn-server-')
  if (given === undefined && env['DATABASE_URL'] === undefined) await copyPrepared(prepared, dataDir)
  const port = Number(env['PORT'] ?? (await freePort()))
  const url = `http://localhost:${port}`
  let child: ChildProcess | null = null
  let publishableKey = ''

  async function start(started: string = program): Promise<number> {
    const began = performance.now()
    const settings = { PORT: String(port), PUBLIC_URL: url, CAIRN_DATA_DIR: dataDir, ...env }
    child = launch([node, started, ...parameters], settings, log, user)
    try {
      await untilReady(url, child)
    } catch (error) {
      await end('SIGKILL')
      throw error
    }
    const took = performance.now() - began
    publishableKey = pageConfig.parse(await (await fetch(`${url}/config.json`)).json()).key
    return took
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    return child.exitCode
  }

  const firstStartMs = await start()
  return {
    url,
    dataDir,
    firstStartMs,
    get publishableKey() {
      return publishableKey
    },
    get pid() {
      return child?.pid ?? 0
    },
    admin: () => adminOf(dataDir),
    start,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL')
    },
    async dispose() {
      await end('SIGTERM')
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function launch(
  [node, ...parameters]: readonly [string, ...string[]],
  env: Record<string, string>,
  log: string | null,
  user: { uid?: number; gid?: number },
): ChildProcess {
  const output = log === null ? 'inherit' : openSync(log, 'a')
  const child = spawn(node, parameters, {
    ...user,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      LOG_LEVEL: 'error',
      SHUTDOWN_DELAY: '0',
      // Separate tests and drills cover several processes.
      CAIRN_PROCESSES: '1',
      ...env,
    },
    stdio: ['ignore', output, output],
  })
  if (typeof output === 'number') closeSync(output)
  return child
}

function adminOf(dataDir: string): ConnectionTarget {
  const lines = readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')
  return {
    host: lines[4] ?? '',
    port: Number(lines[3]),
    database: 'postgres',
    user: 'postgres',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
    tls: false,
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`The server ended with code ${child.exitCode} before it was ready.`)
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await wait(LOOK_AGAIN_MS)
  }
  throw new Error(`The server was not ready within ${READY_WITHIN_MS} ms.`)
}
