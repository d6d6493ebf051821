import { failureOf, readBackupState } from '../../backups/backup-state.ts'
import { readWalState, type WalState } from '../../backups/wal/wal-state.ts'
import type { BackupSettings } from '../../settings/backup-settings.ts'
import { type Finding, note, ok, trouble } from './finding.ts'

const HOUR_MS = 3_600_000
/** A backup each day, and some time to make it. */
const OLD_MS = 26 * HOUR_MS
/** The server writes down how far it has kept the WAL every ten seconds. */
const BEHIND_MS = 5 * 60_000
const AHEAD_MS = 10 * 60_000
const TRIED = {
  started: 'a Postgres was started on it, and every row read',
  compared: 'its files were compared with its manifest alone',
} as const

/** Checks the newest backup, its age, the result of its trial, and how far the WAL is kept. */
export async function checkBackups(settings: BackupSettings, now = new Date()): Promise<Finding[]> {
  const { dir } = settings
  if (dir === null)
    return [note('backups', 'BACKUP_DIR is not set: Cairn makes none by itself. Does something else?')]
  const newest = await checkNewest(dir, now)
  return settings.wal ? [newest, checkWal(await readWalState(dir), now)] : [newest]
}

async function checkNewest(dir: string, now: Date): Promise<Finding> {
  const state = await readBackupState(dir)
  if (state === null) return trouble('backups', `there is none in ${dir} yet: start Cairn, and it makes one.`)
  const { last, lastGoodAt } = state
  const failure = failureOf(state)
  if (failure !== null)
    return trouble('backups', `the last good one is of ${lastGoodAt ?? 'never'}. ${failure}`)
  const age = now.getTime() - Date.parse(last.at)
  const says = `${last.file ?? dir} is of ${last.at}, ${(age / HOUR_MS).toFixed(1)} hours old`
  if (age < -AHEAD_MS) return trouble('backups', `${says}: a clock was wrong, set it by NTP.`)
  if (age > OLD_MS) return trouble('backups', `${says}: does a server with BACKUP_DIR run?`)
  const wal = last.wal?.upTo ? `, and what was kept since the one before restored up to ${last.wal.upTo}` : ''
  return ok('backups', `${says}; ${last.tried === null ? 'it was not tried' : TRIED[last.tried]}${wal}`)
}

function checkWal(state: WalState | null, now: Date): Finding {
  const says = walKept(state)
  const isBehind =
    state?.keptUpTo == null || now.getTime() - Date.parse(state.keptUpTo) > BEHIND_MS || state.error !== null
  return isBehind ? trouble('WAL', `${says}: does a server run, and what does its log say?`) : ok('WAL', says)
}

/** Says in words how far the WAL is kept. */
export function walKept(state: WalState | null): string {
  const error = state?.error ? ` (${state.error.replace(/\.$/, '')})` : ''
  return `kept up to ${state?.keptUpTo ?? 'nowhere yet'}${error}`
}
