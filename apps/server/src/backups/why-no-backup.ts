import { explainedStart } from '@cairn/postgres/bootstrap/bootstrap'
import { HasTablespaces } from '@cairn/postgres/replication/base-backup'
import { postgresFailure } from '@cairn/postgres/wire/errors'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { userName } from '../settings/user-name.ts'
import { BackupProblem } from './backup-problem.ts'
import { NotAsListed } from './manifest.ts'

const OTHERWISE =
  'Otherwise back it up with what it brings, or with pgBackRest: docs/operate/backup.md says how.'

/** The requirements of an external Postgres for backups, by the code with which it refuses one. */
const REFUSALS: ReadonlyMap<string, (user: string) => string> = new Map<string, (user: string) => string>([
  [
    '42501',
    (user) => `The user ${user} may not copy this Postgres. As superuser: alter role ${user} replication.`,
  ],
  [
    '28000',
    (user) =>
      `This Postgres lets ${user} in for no copy of it: pg_hba.conf needs a line "host replication ${user} …".`,
  ],
  ['55000', () => 'This Postgres keeps too little to be copied while it runs: set wal_level = replica.'],
  ['53300', () => 'This Postgres allows no further copy at this moment: raise max_wal_senders.'],
  ['53400', () => 'This Postgres allows no further copy at this moment: raise max_replication_slots.'],
  ['08P01', () => 'DATABASE_URL leads to a pooler, which cannot copy a Postgres: name Postgres itself.'],
])

/** Errors of the system about a folder that is to be written to. */
const ABOUT_FOLDERS: ReadonlyMap<string, (dir: string) => string> = new Map([
  ['ENOENT', (dir) => `The folder ${dir} is not there. Make it, or name another one.`],
  ['ENOTDIR', (dir) => `${dir} is no folder. Name another one.`],
  ['ENOSPC', (dir) => `The disk of ${dir} is full. Make room, or name another folder.`],
  ['EDQUOT', (dir) => `The disk of ${dir} is full. Make room, or name another folder.`],
  ['EACCES', (dir) => `The user ${userName()} may not write to ${dir}. Let it, or name another folder.`],
  ['EROFS', (dir) => `${dir} is on a file system that is mounted read-only. Name another folder.`],
])

interface Attempt {
  target: ConnectionTarget
  /** The folder to which the backup, or what is kept, was to go. */
  dir: string
}

/** Why a backup did not come about, in sentences where that is known. */
export function whyNoBackup(error: unknown, { target, dir }: Attempt): unknown {
  if (error instanceof BackupProblem) return error
  const sentence = aboutFolder(error, dir)
  if (sentence !== null) return new BackupProblem(sentence, { cause: error })
  if (error instanceof HasTablespaces) {
    return new BackupProblem(`${error.message} A backup of Cairn takes none. ${OTHERWISE}`, { cause: error })
  }
  if (error instanceof NotAsListed) {
    return new BackupProblem(
      `The copy is not what Postgres has sent (${error.message}). Nothing was kept of it; try again.`,
      { cause: error },
    )
  }
  const failure = postgresFailure(error)
  const refusal = failure === null ? undefined : REFUSALS.get(failure.code)
  if (failure === null || refusal === undefined) return explainedStart(error, target)
  return new BackupProblem(`${refusal(target.user)} (${failure.message}) ${OTHERWISE}`, { cause: error })
}

/** A connection has errors with the same codes. */
function aboutFolder(error: unknown, dir: string): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null
  if (error.syscall === 'connect') return null
  return ABOUT_FOLDERS.get(String(error.code))?.(dir) ?? null
}
