import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SystemAccount } from '@cairn/postgres/embedded/account'
import { type Binaries, giveTo, versionOf } from '@cairn/postgres/embedded/cluster-paths'
import { onPrivateCluster } from '@cairn/postgres/embedded/private-cluster'
import type { Statements } from '@cairn/postgres/pool/privileged'
import { NO_PATIENCE, reach } from '@cairn/postgres/start/patience'
import { StartFailed } from '@cairn/postgres/start/start-failed'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { z } from 'zod'
import { BackupProblem } from './backup-problem.ts'
import { writeFolder } from './folder-writer.ts'
import { type Header, majorOf } from './format/header.ts'
import type { Moment } from './moment.ts'
import type { OpenBackup, ReadBackup } from './read-backup.ts'
import { reserveTimelines } from './timelines.ts'

/** A backup whose files have been written, and that is about to be recovered. */
interface Written {
  data: string
  account: SystemAccount | null
  header: Header
  read: ReadBackup
}

/** How Postgres goes on from a backup by what was kept since. */
export interface Recovery {
  /** Of the Postgres that recovers. */
  settings: Readonly<Record<string, string>>
  /** Throws why Postgres did not get what was kept. */
  throwFailure(): void
  /** Throws where what was reached is not what was asked for. */
  check(): void
  /** Postgres ended before its target: the settings with which it goes on without one. Throws where it must not. */
  withoutTarget(): Promise<Readonly<Record<string, string>>>
  close(): Promise<void>
}

/** Begins to go on from a backup. */
export type BeginRecovery = (written: Written) => Promise<Recovery>

/** Where the files of a backup go, and which Postgres makes a database of them. */
export interface RecoverInto {
  data: string
  binaries: Binaries
  account: SystemAccount | null
  /** Folders with backups and kept WAL, which may know of other histories of the same Postgres. */
  known?: readonly string[] | undefined
  /** Goes on to what was written since; without it the backup itself is restored. */
  further?: BeginRecovery | undefined
  /** Ends the reading of the backup, and its recovery. */
  signal?: AbortSignal
}

const reachedRow = z.tuple([z.object({ lsn: z.string(), last_commit_at: z.string().nullable() })])

/** How far a recovery went. */
export interface Reached {
  lsn: string
  /** When the last commit was made that was written since the backup began; null where there was none. */
  lastCommitAt: Moment | null
}

/** Identifies a restored database. */
export interface Recovered extends ReadBackup {
  reached: Reached
}

/**
 * Writes a backup's files into a new folder, lets Postgres recover them, does the work in the database and stops it
 * again. Rejects with {@link BackupProblem} for a damaged backup, and for a Postgres of another major version.
 */
export async function recover<T>(
  backup: OpenBackup,
  { data, binaries, account, known = [], further, signal }: RecoverInto,
  work: (admin: ConnectionTarget, recovered: Recovered) => Promise<T>,
): Promise<T> {
  const { header } = backup
  refuseOtherMajor(backup, versionOf(binaries))
  const writer = await writeFolder(data)
  const read = await backup.read(writer.take, signal).finally(writer.close)
  const forgetTimelines = await reserveTimelines(join(data, 'pg_wal'), {
    folders: known,
    system: header.system,
    timeline: read.timeline,
  })
  const recovery = (await further?.({ data, account, header, read })) ?? null
  try {
    // With it Postgres begins a separate history: further writes of the original are never taken for ours.
    writeFileSync(join(data, 'recovery.signal'), '', { mode: 0o600 })
    if (account !== null) giveTo(data, account)
    const onCluster = (settings: Readonly<Record<string, string>>) =>
      onPrivateCluster({ data, binaries, account, settings, signal }, async (found) => {
        recovery?.check()
        const admin = { ...found, user: header.superuser, database: header.database }
        return work(admin, { ...read, reached: await asSuperuser(admin, howFar) })
      })
    const worked = await (recovery === null ? onCluster({}) : recoverFurther(recovery, onCluster))
    await forgetTimelines()
    return worked
  } catch (error) {
    throw error instanceof StartFailed ? notRecovered(error) : error
  } finally {
    await recovery?.close()
  }
}

/** Recovers up to the target; where what was kept ends before it, as far as that goes, if that may be. */
async function recoverFurther<T>(
  { settings, throwFailure, withoutTarget }: Recovery,
  onCluster: (settings: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  try {
    return await onCluster(settings)
  } catch (error) {
    if (!(error instanceof StartFailed)) throw error
    throwFailure()
    if (!error.message.includes(ENDED_BEFORE)) throw error
    return onCluster(await withoutTarget())
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

async function howFar(sql: Statements): Promise<Reached> {
  const rows = await sql`
    select
      pg_last_wal_replay_lsn()::text as lsn,
      to_char(
        pg_last_xact_replay_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'
      ) as last_commit_at`
  const [{ lsn, last_commit_at: lastCommitAt }] = reachedRow.parse([...rows])
  return { lsn, lastCommitAt }
}

function refuseOtherMajor({ header }: OpenBackup, version: string): void {
  const [ours, theirs] = [Number.parseInt(version, 10), majorOf(header.postgres)]
  if (ours === theirs) return
  throw new BackupProblem(
    `The backup was made of a Postgres ${theirs}, and here is Postgres ${ours}, which cannot read its files. Restore it with ` +
      `Postgres ${theirs}, and move the data then: npm run cairn -- move.`,
  )
}

/** Messages of Postgres about a target that it has not reached, and about one before the end of the backup. */
const ENDED_BEFORE = 'before configured recovery target'
const TOO_EARLY = 'before consistent recovery point'

/** The moment that was asked for lies before the end of the backup. */
export class TooEarly extends BackupProblem {}

function notRecovered(error: StartFailed): BackupProblem {
  if (error.message.includes(TOO_EARLY)) {
    return new TooEarly('The backup was made after the moment that you named.', { cause: error })
  }
  const reason = error.message.replace(/ Its log is .*$/, '')
  return new BackupProblem(`Postgres could not make a database of the backup: ${reason}`, { cause: error })
}
