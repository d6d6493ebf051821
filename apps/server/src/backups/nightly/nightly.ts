import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { NO_PATIENCE, reach } from '@cairn/postgres/start/patience'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import type { BackupSettings } from '../../settings/backup-settings.ts'
import { BackupProblem } from '../backup-problem.ts'
import {
  type BackupOutcome,
  type BackupState,
  failureOf,
  readBackupState,
  writeBackupState,
} from '../backup-state.ts'
import { nameOfBackup } from '../listed-backups.ts'
import { makeBackup } from '../make-backup.ts'
import { OtherSystem, refuseOtherSystem } from '../other-system.ts'
import { tryBackup } from '../try-backup.ts'
import { type WhichPostgres, whichPostgres } from '../which-postgres.ts'
import { deleteOld } from './delete-old.ts'
import { tryWal } from './try-wal.ts'

const HOUR_MS = 3_600_000
const TELL_AGAIN_AFTER_MS = 20 * HOUR_MS
/** The largest difference between the clocks of several servers. */
const AHEAD_MS = 10 * 60_000
/** Files that a server leaves when it is killed while it makes or tries a backup. */
const LEFT_OVER = /^(?:cairn-[0-9TZ-]+\.backup\.\d+\.partial|trial-\w+)$/

export interface NightlyParts {
  settings: BackupSettings & { dir: string }
  target: ConnectionTarget
  builtIn: boolean
  /** Describes a failure, without secrets and addresses. */
  describe: (cause: unknown) => string
  /** Tells the operator of a failure. */
  tell: (state: BackupState) => Promise<void>
  /** Aborted when the server stops: the next start cleans up what is half done. */
  signal: AbortSignal
  now?: () => Date
}

/**
 * Makes the backup that is due, tries it, and deletes those that are too many. Writes down how it went, tells the
 * operator of a failure once a day, and rejects with it. One that failed is due again after an hour; until it went well,
 * each call rejects, so that it stays among the jobs that fail. A folder with backups of another Postgres is refused, and
 * nothing in it is changed.
 */
export async function backUpWhenDue(parts: NightlyParts): Promise<void> {
  const { settings, describe, tell, signal, now = () => new Date() } = parts
  const { dir } = settings
  const before = await readBackupState(dir)
  const began = now()
  // While the database is away, nothing new is known about it.
  const here = await ask(parts).catch(() => null)
  if (!isDue({ state: before, now: began, settings, here })) {
    const failure = before === null ? null : failureOf(before)
    if (failure !== null) throw new BackupProblem(failure)
    return
  }
  const at = began.toISOString()
  let cause: unknown = null
  let state: BackupState = {
    lastGoodAt: null,
    system: null,
    timeline: null,
    ...before,
    last: failed(at),
    toldAt: null,
  }
  try {
    if (here !== null) await refuseOtherSystem(dir, here)
    state = await backUp(parts, before, began)
  } catch (error) {
    if (signal.aborted) return
    cause = error
    state.last = {
      ...failed(at),
      seconds: (now().getTime() - began.getTime()) / 1_000,
      error: describe(error),
    }
  }
  const failure = failureOf(state)
  if (failure === null) return
  const isRefused = cause instanceof OtherSystem
  const wasTold = (isRefused ? toldOfRefusal.get(dir) : before?.toldAt) ?? null
  const isToTell = wasTold === null || Math.abs(began.getTime() - Date.parse(wasTold)) > TELL_AGAIN_AFTER_MS
  state.toldAt = isToTell ? at : wasTold
  // The operator must also learn of a full disk or a missing folder. Another installation's folder is never written to.
  if (isRefused) toldOfRefusal.set(dir, state.toldAt)
  else await writeBackupState(dir, state).catch(() => {})
  if (isToTell) await tell(state)
  throw cause ?? new BackupProblem(failure)
}

/**
 * The moments when the operator was notified of a folder that belongs to another installation: the state in it does not
 * record that.
 */
const toldOfRefusal = new Map<string, string>()

const failed = (at: string): BackupOutcome => ({
  at,
  seconds: 0,
  ok: false,
  error: null,
  file: null,
  bytes: null,
  tried: null,
  wal: null,
})

async function ask({ target }: NightlyParts): Promise<WhichPostgres> {
  const client = await reach(target, 'cairn backup', NO_PATIENCE)
  try {
    return await whichPostgres(client.sql)
  } finally {
    await client.close()
  }
}

/** When the last backup should have begun. */
function lastMoment(now: Date, { at }: Pick<BackupSettings, 'at'>): Date {
  const moment = new Date(now)
  moment.setHours(at.hour, at.minute, 0, 0)
  if (moment > now) moment.setDate(moment.getDate() - 1)
  return moment
}

interface Due {
  state: BackupState | null
  now: Date
  settings: BackupSettings
  here: WhichPostgres | null
}

function isDue({ state, now, settings, here }: Due): boolean {
  if (state === null || isAhead(state, now)) return true
  const began = Date.parse(state.last.at)
  if (began < lastMoment(now, settings).getTime()) return true
  if (!state.last.ok) return now.getTime() - began >= HOUR_MS
  if (here === null || state.system === null) return false
  // WAL of a new timeline fits no backup of the timeline before.
  return state.system !== here.system || state.timeline !== here.timeline
}

/** A backup dated in the future does not tell its age. */
const isAhead = ({ last }: BackupState, now: Date): boolean => Date.parse(last.at) - now.getTime() > AHEAD_MS

/** Makes and tries a backup, and what was kept since the one before. Rejects where there is no good backup. */
async function backUp(parts: NightlyParts, before: BackupState | null, began: Date): Promise<BackupState> {
  const { settings, now = () => new Date() } = parts
  const { dir, keep } = settings
  const { of, ...made } = await makeAndTry(parts, began)
  const at = began.toISOString()
  const seconds = (now().getTime() - began.getTime()) / 1_000
  const last = { ...failed(at), ...made, seconds, ok: true }
  const state = { last, lastGoodAt: at, system: of.system, timeline: of.timeline, toldAt: null }
  if (before !== null && isAhead(before, began)) {
    const error = `The last backup in ${dir} is of ${before.last.at}, and this server has ${at}: one of the clocks is wrong. A backup was made all the same, and none deleted. Set the clocks by NTP.`
    return { ...state, last: { ...last, ok: false, error } }
  }
  await deleteOld({ dir, keep, newest: made.file, of })
  if (failureOf(state) === null) await writeBackupState(dir, state)
  return state
}

async function makeAndTry(parts: NightlyParts, began: Date) {
  const { settings, target, builtIn, describe, signal } = parts
  const { dir, key: passphrase } = settings
  const of = await ask(parts)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  // Only one server makes backups at a time, so these drafts are abandoned.
  for (const name of await readdir(dir))
    if (LEFT_OVER.test(name)) await rm(join(dir, name), { recursive: true, force: true })
  const file = join(dir, nameOfBackup(of.system, of.timeline, began))
  const { bytes } = await makeBackup({ file, target, builtIn, passphrase, secret: null, signal })
  const trial = { passphrase, dir, signal }
  const tried = await tryBackup(file, trial).catch(async (error) => {
    // The file would count as one of the backups that are kept.
    await rm(file, { force: true })
    throw error
  })
  if (!settings.wal) return { of, file, bytes, tried, wal: null }
  // The backup is good, whatever the trial of the kept segments finds.
  const wal = await tryWal({ ...trial, target, newest: file, of }).then(
    (upTo) => ({ upTo, error: null }),
    (error) => {
      signal.throwIfAborted()
      return { upTo: null, error: `What was kept between backups cannot be restored. ${describe(error)}` }
    },
  )
  return { of, file, bytes, tried, wal }
}
