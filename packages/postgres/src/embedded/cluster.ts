import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectionTarget } from '../pool.ts'
import type { SystemAccount } from './account.ts'
import type { ClusterPaths } from './cluster-paths.ts'
import { isRunning, type Postmaster, readPostmaster } from './postmaster.ts'

const PORT = 5432
const LOOK_AGAIN_MS = 20
const START_WITHIN_MS = 20_000
const STOP_WITHIN_MS = 20_000

type PostgresSettings = Readonly<Record<string, string>>

/** Keeps the process small beside a web server; everything that guards data stays as Postgres has it. */
const SETTINGS = {
  listen_addresses: '',
  max_connections: '60',
  shared_buffers: '64MB',
  jit: 'off',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
}

/**
 * Makes the files of a new cluster unless they are there. An interrupted start leaves nothing that looks like a
 * cluster.
 */
export function initialise(paths: ClusterPaths, passwordFile: string, account: SystemAccount | null): string {
  if (existsSync(paths.data)) return readFileSync(passwordFile, 'utf8').trim()
  const password = existsSync(passwordFile)
    ? readFileSync(passwordFile, 'utf8').trim()
    : randomBytes(24).toString('base64url')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const draft = mkdtempSync(join(dirname(paths.data), 'creating-'))
  const given = join(draft, 'password')
  writeFileSync(given, password, { mode: 0o600 })
  if (account !== null) for (const path of [draft, given]) chownSync(path, account.uid, account.gid)
  const made = join(draft, 'data')
  const { status, stderr } = spawnSync(
    paths.binaries.initdb,
    [
      `--pgdata=${made}`,
      `--pwfile=${given}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Names sort as people expect them to, on every machine alike.
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=und',
      '--data-checksums',
    ],
    { ...identity(account), encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The database could not be created: ${stderr.trim()}`)
  // Another start may have been faster: its cluster is kept.
  if (!existsSync(paths.data)) renameSync(made, paths.data)
  rmSync(draft, { recursive: true, force: true })
  return password
}

/**
 * Starts Postgres, or takes over the process that already serves this cluster. Resolves when it accepts connections.
 */
export async function startOrAdopt(
  paths: ClusterPaths,
  account: SystemAccount | null,
  given: PostgresSettings,
): Promise<Postmaster> {
  const deadline = Date.now() + START_WITHIN_MS
  let child: ChildProcess | null = null
  while (Date.now() < deadline) {
    const running = readPostmaster(paths.data)
    if (running?.ready && (await accepts(running))) return running
    // A child ends where another start was faster, or where the last Postgres has not quite gone: then we try again.
    if (running === null && (child === null || child.exitCode !== null)) child = launch(paths, account, given)
    await wait(LOOK_AGAIN_MS)
  }
  throw new Error(`Postgres did not start; its log is ${paths.log}.`)
}

function accepts({ socket, port }: Postmaster): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(join(socket, `.s.PGSQL.${port}`))
    const answer = (accepted: boolean) => {
      connection.destroy()
      resolve(accepted)
    }
    connection.once('connect', () => answer(true))
    connection.once('error', () => answer(false))
  })
}

function launch(paths: ClusterPaths, account: SystemAccount | null, given: PostgresSettings): ChildProcess {
  const log = openSync(paths.log, 'a', 0o600)
  const settings = { ...SETTINGS, port: String(PORT), unix_socket_directories: paths.socket, ...given }
  const child = spawn(
    paths.binaries.postgres,
    ['-D', paths.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Detached: an interrupt at the terminal is for the server, which stops Postgres after its last request.
    { ...identity(account), detached: true, stdio: ['ignore', log, log] },
  )
  child.on('error', () => {})
  child.unref()
  closeSync(log)
  return child
}

/** Asks Postgres to end its sessions, write everything down and stop. Resolves when it is gone. */
export async function stop(data: string): Promise<void> {
  const running = readPostmaster(data)
  if (running === null) return
  process.kill(running.pid, 'SIGINT')
  const deadline = Date.now() + STOP_WITHIN_MS
  while (isRunning(running.pid) && Date.now() < deadline) await wait(LOOK_AGAIN_MS)
}

/** How the administrator connects to a running cluster. */
export function adminTarget(running: Postmaster, password: string): ConnectionTarget {
  return {
    host: running.socket,
    port: running.port,
    database: 'postgres',
    user: 'postgres',
    password,
    tls: false,
  }
}

function identity(account: SystemAccount | null): {
  uid?: number
  gid?: number
  cwd: string
  env: NodeJS.ProcessEnv
} {
  const env = { ...process.env, LC_ALL: 'C' }
  return account === null ? { cwd: '/', env } : { uid: account.uid, gid: account.gid, cwd: '/', env }
}
