import { setTimeout as wait } from 'node:timers/promises'
import type { Statements } from '@cairn/postgres/pool/privileged'
import { parseLsn, segmentName } from '@cairn/postgres/replication/lsn'
import { NO_PATIENCE, reach } from '@cairn/postgres/start/patience'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { z } from 'zod'
import { BackupProblem } from '../backup-problem.ts'
import { listOwnBackups, placeOf } from '../listed-backups.ts'
import type { Moment } from '../moment.ts'
import { tryRecovery } from '../try-backup.ts'
import { furtherWal } from '../wal/further-wal.ts'
import { WAL_SLOT, walFolder } from '../wal/keep-wal.ts'
import { fullestOf, keptSegments } from '../wal/kept-segments.ts'
import type { WhichPostgres } from '../which-postgres.ts'

const KEPT_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 100

interface TryWal {
  dir: string
  passphrase: string | null
  target: ConnectionTarget
  /** The backup that was just made. */
  newest: string
  of: WhichPostgres
  signal: AbortSignal
}

/**
 * Tries what was kept between backups: commits something, waits until that is kept, restores the backup before the
 * newest one as far as it goes, and looks whether that commit is in it. Resolves with the moment that was reached; null
 * where there is no Postgres to restore it with, so that it was only read. Throws {@link BackupProblem} otherwise.
 */
export async function tryWal({
  dir,
  passphrase,
  target,
  newest,
  of,
  signal,
}: TryWal): Promise<Moment | null> {
  const mark = await markInWal(target, signal)
  const file = await backupToTry(dir, newest, of)
  const reached = await tryRecovery(file, {
    passphrase,
    dir,
    signal,
    further: furtherWal({ dir, passphrase, until: null }),
  })
  if (reached === null) {
    await readAll(walFolder(dir, of.system, of.timeline), passphrase)
    return null
  }
  const { lsn, lastCommitAt } = reached
  if (lastCommitAt === null || lastCommitAt < mark.at || parseLsn(lsn) < parseLsn(mark.lsn)) {
    throw new BackupProblem(
      `A restore of ${file} by what was kept since ends at ${lsn}, with the last commit of ${lastCommitAt ?? 'none'}. ` +
        `Postgres had committed up to ${mark.lsn} at ${mark.at}.`,
    )
  }
  return lastCommitAt
}

/** Where there is nothing to restore it with, it can be read at least. */
async function readAll(folder: string, passphrase: string | null): Promise<void> {
  for (const { whole, unfinished } of await keptSegments(folder))
    await fullestOf(whole === null ? unfinished : [whole], passphrase)
}

const markRow = z.tuple([z.object({ at: z.string() })])
const lsnRow = z.tuple([z.object({ lsn: z.string() })])
const keptRow = z.array(z.object({ behind: z.coerce.number(), is_kept: z.boolean() }))

/** Commits a message that means nothing, and waits until it is kept. Resolves with a moment before the commit, and its place. */
async function markInWal(
  target: ConnectionTarget,
  signal: AbortSignal,
): Promise<{ at: Moment; lsn: string }> {
  const client = await reach(target, 'cairn backup', NO_PATIENCE)
  try {
    const { sql } = client
    // A standby that is missing would hold the commit for ever. What the trial looks for is written down here.
    await sql`select set_config('synchronous_commit', 'local', false)`
    const [{ at }] = markRow.parse([
      ...(await sql`select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`),
    ])
    await sql`select pg_logical_emit_message(true, 'cairn', 'trial')`
    const [{ lsn }] = lsnRow.parse([...(await sql`select pg_current_wal_flush_lsn()::text as lsn`)])
    await untilKept(sql, lsn, signal)
    return { at, lsn }
  } finally {
    await client.close()
  }
}

async function untilKept(sql: Statements, lsn: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + KEPT_WITHIN_MS
  for (;;) {
    signal.throwIfAborted()
    const [kept] = keptRow.parse([
      ...(await sql`
        select pg_wal_lsn_diff(${lsn}::pg_lsn, restart_lsn)::text as behind, restart_lsn >= ${lsn}::pg_lsn as is_kept
        from pg_replication_slots
        where slot_name = ${WAL_SLOT} and restart_lsn is not null`),
    ])
    if (kept?.is_kept === true) return
    if (performance.now() > deadline) {
      const behind = kept === undefined ? 'nothing' : `all but the last ${kept.behind} bytes`
      throw new BackupProblem(
        `Of what Postgres writes ${behind} was kept: the job keep wal does not work. The log says why.`,
      )
    }
    await wait(LOOK_AGAIN_MS, undefined, { signal })
  }
}

/** The backup before the newest one goes through everything that was kept in between; where it can, it is taken. */
async function backupToTry(dir: string, newest: string, of: WhichPostgres): Promise<string> {
  const { system, timeline, segmentBytes } = of
  const [first] = await keptSegments(walFolder(dir, system, timeline))
  const reaching = (await listOwnBackups(dir)).filter(({ file, header }) => {
    const place = placeOf(header)
    if (file === newest || header.system !== system || place?.timeline !== timeline) return false
    return first !== undefined && first.name <= segmentName(timeline, place.lsn, segmentBytes)
  })
  return reaching.at(-1)?.file ?? newest
}
