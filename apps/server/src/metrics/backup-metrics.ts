import { Gauge, Registry } from 'prom-client'

/** The state of the backups that Cairn makes by itself. */
export interface BackupFigures {
  /** Whether the last one failed, or could not be restored on trial. */
  failed: boolean
  /** When the last good one began; null where there is none. */
  lastGoodAt: Date | null
  /** The moment up to which all commits are kept between backups; null where none are kept. */
  walKeptUpTo: Date | null
}

/** Reads the state of backups; null where Cairn makes none, or has made none yet. */
export type ReadBackups = () => Promise<BackupFigures | null>

/** The figures of backups as Prometheus reads them; none where there is nothing to tell. */
export async function backupsText(read: ReadBackups): Promise<string> {
  const found = await read().catch(() => null)
  if (found === null) return ''
  const registry = new Registry()
  const registers = [registry]
  new Gauge({
    name: 'cairn_backup_failed',
    help: 'Whether the last backup failed, or could not be restored on trial: 1 or 0.',
    registers,
  }).set(found.failed ? 1 : 0)
  if (found.lastGoodAt !== null)
    new Gauge({
      name: 'cairn_backup_last_success_timestamp_seconds',
      help: 'When the last good backup began.',
      registers,
    }).set(found.lastGoodAt.getTime() / 1_000)
  if (found.walKeptUpTo !== null)
    new Gauge({
      name: 'cairn_wal_kept_timestamp_seconds',
      help: 'Everything that was committed before is in the folder of backups.',
      registers,
    }).set(found.walKeptUpTo.getTime() / 1_000)
  return registry.metrics()
}
