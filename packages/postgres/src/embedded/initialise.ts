import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isOver, keptFile } from '../start/kept-file.ts'
import { StartFailed } from '../start/start-failed.ts'
import { identity, type SystemAccount } from './account.ts'
import type { ClusterPaths } from './cluster-paths.ts'
import { lastFailure } from './failure.ts'

const LEAST_PASSWORD = 16

/**
 * Makes the files of a new cluster unless they are there, and returns the administrator's password. An interrupted
 * start leaves nothing that looks like a cluster; what it left is removed.
 */
export function initialise(paths: ClusterPaths, passwordFile: string, account: SystemAccount | null): string {
  if (existsSync(paths.data)) return readPassword(passwordFile)
  removeDrafts(dirname(paths.data))
  const password = newPassword(passwordFile)
  const draft = mkdtempSync(join(dirname(paths.data), `creating-${process.pid}-`))
  try {
    const made = create(draft, password, paths, account)
    // Another start may have been faster: its cluster is kept.
    if (!existsSync(paths.data)) renameSync(made, paths.data)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return password
}

/** The administrator's password of a cluster that is there. */
export function readPassword(passwordFile: string): string {
  return keptFile(passwordFile, LEAST_PASSWORD, () => {
    throw new StartFailed(`The file ${passwordFile} is missing. Put it back from your backup.`)
  })
}

/** The administrator's password of a cluster that is about to be made. */
export function newPassword(passwordFile: string): string {
  // Nothing depends on one that was cut short: there is no cluster.
  if (existsSync(passwordFile) && readFileSync(passwordFile, 'utf8').length < LEAST_PASSWORD)
    rmSync(passwordFile)
  return keptFile(passwordFile, LEAST_PASSWORD, () => randomBytes(24).toString('base64url'))
}

function create(
  draft: string,
  password: string,
  { binaries }: ClusterPaths,
  account: SystemAccount | null,
): string {
  const given = join(draft, 'password')
  writeFileSync(given, password, { mode: 0o600 })
  if (account !== null) for (const path of [draft, given]) chownSync(path, account.uid, account.gid)
  const made = join(draft, 'data')
  const { status, stderr, error } = spawnSync(
    binaries.initdb,
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
  if (status === 0) return made
  const reason = error?.message ?? lastFailure(stderr) ?? stderr.trim()
  throw new StartFailed(`The database could not be created in ${dirname(draft)}: ${reason}.`)
}

/** Those of starts that were killed. */
function removeDrafts(home: string): void {
  for (const name of readdirSync(home)) {
    const [, pid] = /^creating-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && isOver(Number(pid))) rmSync(join(home, name), { recursive: true, force: true })
  }
}
