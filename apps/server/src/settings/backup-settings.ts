import { resolve } from 'node:path'
import { z } from 'zod'

/** The environment variables that configure backups. */
export const BACKUP_VARIABLES = {
  BACKUP_DIR: z.string().optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 03:30')
    .default('03:00'),
  BACKUP_KEEP: z.coerce
    .number({ error: 'must be a number of backups' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(1_000, 'must be at most 1000')
    .default(7),
  BACKUP_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  BACKUP_WAL: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .transform((text) => text === 'true'),
}

const variables = z.object(BACKUP_VARIABLES)

/** When backups are made and where they are kept. */
export interface BackupSettings {
  /** Absolute; null where Cairn makes no backups by itself. */
  dir: string | null
  /** The time of day, on the clock of the server. */
  at: { hour: number; minute: number }
  /** How many of those that Cairn made by itself stay. */
  keep: number
  /** Encrypts every backup, and opens those that it encrypted. */
  key: string | null
  /** Whether what Postgres writes between two backups is kept too. */
  wal: boolean
}

/** The settings of backups, of an environment that was read. */
export function backupSettings(given: z.output<typeof variables>): BackupSettings {
  const [hour = 0, minute = 0] = given.BACKUP_AT.split(':').map(Number)
  return {
    dir: given.BACKUP_DIR === undefined ? null : resolve(given.BACKUP_DIR),
    at: { hour, minute },
    keep: given.BACKUP_KEEP,
    key: given.BACKUP_KEY ?? null,
    wal: given.BACKUP_WAL,
  }
}
