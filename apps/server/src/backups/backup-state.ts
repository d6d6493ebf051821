import { z } from 'zod'
import { stateFile } from './state-file.ts'

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
  /** How the trial of what was kept between backups went; null where nothing is kept. */
  wal: z
    .object({
      /** The moment that a restore reached. */
      upTo: z.string().nullable(),
      /** Why it did not reach the newest one; null where it did. */
      error: z.string().nullable(),
    })
    .nullable()
    .default(null),
})

const state = z.object({
  last: outcome,
  /** When the last one began that went well. */
  lastGoodAt: z.iso.datetime().nullable(),
  /** Of which Postgres that one is, and of which history of it; null in files of earlier versions. */
  system: z.string().nullable().default(null),
  timeline: z.int().nullable().default(null),
  /** When the operator was told of the failures since. */
  toldAt: z.iso.datetime().nullable(),
})

/** How a backup that Cairn made by itself went. */
export type BackupOutcome = z.infer<typeof outcome>

/** How backups go. It stands in the file `state.json` beside them. */
export type BackupState = z.infer<typeof state>

const file = stateFile(state, 'state.json')

/**
 * Reads how backups in a folder go; null where none was made yet, and where none is to be made. What is in the file and
 * cannot be read counts as nothing: the next backup is due, and writes the file again.
 */
export const readBackupState = async (dir: string | null): Promise<BackupState | null> =>
  dir === null ? null : file.read(dir)

/** Writes it down, as a whole or not at all. Where that fails, this process knows it until it is written. */
export const writeBackupState = file.write

/** Why the last backup is none that can be relied on; null where it can. */
export const failureOf = ({ last }: Pick<BackupState, 'last'>): string | null =>
  last.ok ? (last.wal?.error ?? null) : (last.error ?? 'The last backup failed.')
