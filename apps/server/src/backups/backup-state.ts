import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { BackupFigures } from '../metrics/backup-metrics.ts'

const FILE = 'state.json'

const outcome = z.object({
  /** When it began. */
  at: z.iso.datetime(),
  seconds: z.number(),
  /** Whether there is a backup, which was tried. */
  ok: z.boolean(),
  /** Why there is none; null where there is. */
  error: z.string().nullable(),
  file: z.string().nullable(),
  bytes: z.number().nullable(),
  /** How it was tried: a Postgres was started on it, or its files were compared with its manifest alone. */
  tried: z.enum(['started', 'compared']).nullable(),
})

const state = z.object({
  last: outcome,
  /** When the last one began that went well. */
  lastGoodAt: z.iso.datetime().nullable(),
  /** When the operator was told of the failures since. */
  toldAt: z.iso.datetime().nullable(),
})

/** How a backup that Cairn made by itself went. */
export type BackupOutcome = z.infer<typeof outcome>

/** How backups go. It stands in the file `state.json` beside them. */
export type BackupState = z.infer<typeof state>

/** What could not be written down, by folder: the disk is full, or the folder is gone. This process remembers it. */
const unwritten = new Map<string, BackupState>()

/**
 * Reads how backups in a folder go; null where none was made yet, and where none is to be made. What is in the file and
 * cannot be read counts as nothing: the next backup is due, and writes the file anew.
 */
export async function readBackupState(dir: string | null): Promise<BackupState | null> {
  if (dir === null) return null
  const remembered = unwritten.get(dir)
  if (remembered !== undefined) return remembered
  try {
    return state.parse(JSON.parse(await readFile(join(dir, FILE), 'utf8')))
  } catch {
    return null
  }
}

/** The same for monitoring: whether the last one failed, and when the last good one began. */
export async function readBackupFigures(dir: string | null): Promise<BackupFigures | null> {
  const found = await readBackupState(dir)
  if (found === null) return null
  return { failed: !found.last.ok, lastGoodAt: found.lastGoodAt === null ? null : new Date(found.lastGoodAt) }
}

/** Writes it down, as a whole or not at all. Where that fails, this process knows it until it is written. */
export async function writeBackupState(dir: string, content: BackupState): Promise<void> {
  const draft = join(dir, `${FILE}.${process.pid}`)
  unwritten.set(dir, content)
  try {
    await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(draft, join(dir, FILE))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
  unwritten.delete(dir)
}
