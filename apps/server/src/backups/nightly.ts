import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConnectionTarget } from '@cairn/postgres/pool'
import { BackupProblem } from './backup-problem.ts'
import type { BackupSettings } from './backup-settings.ts'
import { type BackupState, readBackupState, writeBackupState } from './backup-state.ts'
import { makeBackup } from './make-backup.ts'
import { tryBackup } from './try-backup.ts'

const HOUR_MS = 3_600_000
const TELL_AGAIN_AFTER_MS = 20 * HOUR_MS
const NAME = /^cairn-[0-9TZ-]+\.backup$/
/** What a server leaves that is killed while it makes a backup or tries one. */
const LEFT_OVER = /^(?:cairn-[0-9TZ-]+\.backup\.\d+\.partial|trial-\w+)$/

export interface NightlyParts {
  settings: BackupSettings & { dir: string }
  target: ConnectionTarget
  builtIn: boolean
  /** What is said of a failure: no secret and no address. */
  describe: (cause: unknown) => string
  /** Tells the operator of a failure. */
  tell: (state: BackupState) => Promise<void>
  /** The server stops: what is half done is left for its next start. */
  signal: AbortSignal
  now?: () => Date
}

/**
 * Makes the backup that is due, tries it, and deletes those that are too many. Writes down how it went, tells the
 * operator of a failure once a day, and rejects with it. One that failed is due again after an hour; until it went well,
 * each call rejects, so that it stays among the jobs that fail.
 */
export async function backUpWhenDue(parts: NightlyParts): Promise<void> {
  const { settings, describe, tell, signal, now = () => new Date() } = parts
  const { dir } = settings
  const before = await readBackupState(dir)
  const began = now()
  if (!isDue(before, began, settings)) {
    if (before?.last.ok === false) throw new BackupProblem(before.last.error ?? 'The last backup failed.')
    return
  }
  const seconds = () => (now().getTime() - began.getTime()) / 1_000
  const at = began.toISOString()
  try {
    const made = await makeAndTry(parts, began)
    const last = { at, seconds: seconds(), ok: true, error: null, ...made }
    await writeBackupState(dir, { last, lastGoodAt: at, toldAt: null })
    await deleteOld(dir, settings.keep)
  } catch (error) {
    if (signal.aborted) return
    const last = {
      at,
      seconds: seconds(),
      ok: false,
      error: describe(error),
      file: null,
      bytes: null,
      tried: null,
    }
    const wasTold = before?.toldAt ?? null
    const isToTell = wasTold === null || began.getTime() - Date.parse(wasTold) > TELL_AGAIN_AFTER_MS
    const state = { last, lastGoodAt: before?.lastGoodAt ?? null, toldAt: isToTell ? at : wasTold }
    // A full disk, or a folder that is gone, is to be told too.
    await writeBackupState(dir, state).catch(() => {})
    if (isToTell) await tell(state)
    throw error
  }
}

/** When the last backup should have begun. */
function lastMoment(now: Date, { at }: Pick<BackupSettings, 'at'>): Date {
  const moment = new Date(now)
  moment.setHours(at.hour, at.minute, 0, 0)
  if (moment > now) moment.setDate(moment.getDate() - 1)
  return moment
}

function isDue(state: BackupState | null, now: Date, settings: BackupSettings): boolean {
  if (state === null) return true
  const began = Date.parse(state.last.at)
  if (began < lastMoment(now, settings).getTime()) return true
  return !state.last.ok && now.getTime() - began >= HOUR_MS
}

async function makeAndTry({ settings, target, builtIn, signal }: NightlyParts, began: Date) {
  const { dir, key } = settings
  await mkdir(dir, { recursive: true, mode: 0o700 })
  // One server makes backups at a time, so nobody works on these.
  for (const name of await readdir(dir))
    if (LEFT_OVER.test(name)) await rm(join(dir, name), { recursive: true, force: true })
  const file = join(dir, `cairn-${began.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}.backup`)
  const { bytes } = await makeBackup({ file, target, builtIn, passphrase: key, secret: null, signal })
  try {
    return { file, bytes, tried: await tryBackup(file, key, dir, signal) }
  } catch (error) {
    // It would count as one of those that are kept.
    await rm(file, { force: true })
    throw error
  }
}

async function deleteOld(dir: string, keep: number): Promise<void> {
  const names = (await readdir(dir)).filter((name) => NAME.test(name)).toSorted()
  for (const name of names.slice(0, -keep)) await rm(join(dir, name), { force: true })
  const [oldest] = names.slice(-keep)
  if (oldest !== undefined) await deleteOldWal(join(dir, 'wal'), momentOf(oldest) - HOUR_MS)
}

/** When a backup began, by its name. */
const momentOf = (name: string): number =>
  Date.parse(name.slice('cairn-'.length, -'.backup'.length).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

/** A segment that was whole before the oldest backup began is of use to none. One is kept an hour longer, and more. */
async function deleteOldWal(folder: string, before: number): Promise<void> {
  if (!existsSync(folder)) return
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name)
    if (name.endsWith('.wal') && (await stat(path)).mtimeMs < before) await rm(path, { force: true })
  }
}
