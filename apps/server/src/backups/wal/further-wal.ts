import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupProblem } from '../backup-problem.ts'
import { forPostgres, type Moment } from '../moment.ts'
import type { BeginRecovery, Recovery } from '../restore-backup.ts'
import { walFolder } from './keep-wal.ts'
import { supplySegments } from './supply-segments.ts'
import { readWalState } from './wal-state.ts'

interface FurtherWal {
  /** The folder of backups. */
  dir: string
  passphrase: string | null
  /** How far to go; null for all that there is. */
  until: Moment | null
  /** Ends before a gap in what was kept, where it would be refused otherwise. */
  allowGap?: boolean
}

/**
 * Recovers a backup further, by what was kept of the writes since. Throws {@link BackupProblem} where nothing was kept of
 * that Postgres, where a segment that is needed is damaged, where there is a gap, and where what was kept ends before
 * the moment.
 */
export const furtherWal =
  ({ dir, passphrase, until, allowGap = false }: FurtherWal): BeginRecovery =>
  async ({ data, account, header, read }): Promise<Recovery> => {
    const folder = walFolder(dir, header.system, read.timeline)
    if (!existsSync(folder)) {
      throw new BackupProblem(`${dir} has nothing of what the Postgres of this backup wrote since.`)
    }
    const segmentBytes = await sizeOfSegments(join(data, 'pg_wal'))
    const supply = await supplySegments({ folder, passphrase, data, account, segmentBytes })
    const { command: restore_command } = supply
    const target = until === null ? {} : { recovery_target_time: forPostgres(until) }

    function throwFailure(): void {
      if (supply.failure() !== null) throw supply.failure()
    }

    return {
      settings: { restore_command, ...target },
      throwFailure,
      check() {
        throwFailure()
        const gap = supply.gap()
        if (gap !== null && !allowGap && until === null) throw gapProblem(folder, gap)
      },
      async withoutTarget() {
        const gap = supply.gap()
        if (gap !== null && !allowGap) throw gapProblem(folder, gap)
        if (gap === null && until !== null && !(await isKeptUpTo(dir, header.system, read.timeline, until))) {
          throw new BackupProblem(
            'What was kept of the writes since the backup ends before the moment that you named. Name an earlier one, or none.',
          )
        }
        return { restore_command }
      },
      close: supply.close,
    }
  }

/** The segments that are in the backup are as large as all others. */
async function sizeOfSegments(walFolderOfBackup: string): Promise<number> {
  const [first = ''] = (await readdir(walFolderOfBackup)).filter((name) => /^[0-9A-F]{24}$/.test(name))
  return (await stat(join(walFolderOfBackup, first))).size
}

/** Nothing was written from the last commit up to the moment, and that is known. */
async function isKeptUpTo(dir: string, system: string, timeline: number, until: Moment): Promise<boolean> {
  const state = await readWalState(dir)
  const isSame = state !== null && state.system === system && state.timeline === timeline
  return isSame && state.keptUpTo !== null && state.keptUpTo >= until
}

function gapProblem(folder: string, segment: string): BackupProblem {
  return new BackupProblem(
    `${folder} has a gap: the segment ${segment} is not there as a whole, and later ones are. ` +
      'Take a backup that was made after the gap. Or say --allow-gap, and the restore ends where the gap begins.',
  )
}
