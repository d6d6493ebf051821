import type { BackupFigures } from '../../metrics/backup-metrics.ts'
import { failureOf, readBackupState } from '../backup-state.ts'
import { readWalState } from '../wal/wal-state.ts'

/** How backups in a folder go, for monitoring; null where none was made yet, and where none is to be made. */
export async function readBackupFigures(dir: string | null): Promise<BackupFigures | null> {
  const found = await readBackupState(dir)
  if (found === null) return null
  const keptUpTo = (await readWalState(dir))?.keptUpTo ?? null
  return {
    failed: failureOf(found) !== null,
    lastGoodAt: found.lastGoodAt === null ? null : new Date(found.lastGoodAt),
    walKeptUpTo: keptUpTo === null ? null : new Date(keptUpTo),
  }
}
