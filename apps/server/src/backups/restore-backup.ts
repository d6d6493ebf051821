import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SystemAccount } from '@cairn/postgres/embedded/account'
import { type Binaries, giveTo, versionOf } from '@cairn/postgres/embedded/cluster-paths'
import { onPrivateCluster } from '@cairn/postgres/embedded/private-cluster'
import { NO_PATIENCE, reach } from '@cairn/postgres/patience'
import type { ConnectionTarget } from '@cairn/postgres/pool'
import type { Statements } from '@cairn/postgres/privileged'
import { StartFailed } from '@cairn/postgres/start-failed'
import { BackupProblem } from './backup-problem.ts'
import { writeFolder } from './folder-writer.ts'
import { type Header, majorOf } from './format/header.ts'
import type { OpenBackup, ReadBackup } from './read-backup.ts'

/** Puts more of what Postgres wrote into its folder; resolves with the settings of the recovery. */
export type FurtherWrites = (
  walFolder: string,
  header: Header,
  read: ReadBackup,
) => Promise<Readonly<Record<string, string>>>

/** Where the files of a backup go, and which Postgres makes a database of them. */
export interface RecoverInto {
  data: string
  binaries: Binaries
  account: SystemAccount | null
  /** Goes on to what was written since; without it the backup itself is restored. */
  further?: FurtherWrites | undefined
  /** Ends the reading of the backup. */
  signal?: AbortSignal
}

/**
 * Writes a backup's files into a new folder, lets Postgres recover them, does the work in the database and stops it
 * again. Rejects with {@link BackupProblem} for a damaged backup, and for a Postgres of another major version.
 */
export async function recover<T>(
  backup: OpenBackup,
  { data, binaries, account, further, signal }: RecoverInto,
  work: (admin: ConnectionTarget, read: ReadBackup) => Promise<T>,
): Promise<T> {
  refuseOtherMajor(backup, versionOf(binaries))
  const writer = await writeFolder(data)
  const read = await backup.read(writer.take, signal).finally(writer.close)
  const settings = (await further?.(join(data, 'pg_wal'), backup.header, read)) ?? {}
  // With it Postgres begins a history of its own: what the original goes on to write is never taken for ours.
  writeFileSync(join(data, 'recovery.signal'), '', { mode: 0o600 })
  if (account !== null) giveTo(data, account)
  try {
    return await onPrivateCluster({ data, binaries, account, settings }, (admin) =>
      work({ ...admin, user: backup.header.superuser, database: backup.header.database }, read),
    )
  } catch (error) {
    throw error instanceof StartFailed ? notRecovered(error) : error
  }
}

/** Looks into a recovered database as its superuser. */
export async function asSuperuser<T>(
  admin: ConnectionTarget,
  work: (sql: Statements) => Promise<T>,
): Promise<T> {
  const client = await reach(admin, 'cairn restore', NO_PATIENCE)
  try {
    return await work(client.sql)
  } finally {
    await client.close()
  }
}

function refuseOtherMajor({ header }: OpenBackup, version: string): void {
  const [ours, theirs] = [Number.parseInt(version, 10), majorOf(header.postgres)]
  if (ours === theirs) return
  throw new BackupProblem(
    `The backup was made of a Postgres ${theirs}, and here is Postgres ${ours}, which cannot read its files. Restore it with ` +
      `Postgres ${theirs}, and move the data then: npm run cairn -- move.`,
  )
}

function notRecovered(error: StartFailed): BackupProblem {
  const reason = error.message.replace(/ Its log is .*$/, '')
  if (reason.includes('before configured recovery target')) {
    return new BackupProblem(
      'What was kept of the writes since the backup ends before the moment that you named. Name an earlier one, or none.',
      { cause: error },
    )
  }
  return new BackupProblem(`Postgres could not make a database of the backup: ${reason}`, { cause: error })
}
