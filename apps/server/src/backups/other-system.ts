import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupProblem } from './backup-problem.ts'
import { readBackupState } from './backup-state.ts'
import { listOwnBackups } from './listed-backups.ts'

/** The folder is another's. */
export class OtherSystem extends BackupProblem {}

/**
 * Refuses a folder in which another Postgres has its backups: each would delete what the other needs, and know nothing of
 * how its own go. Throws {@link OtherSystem}.
 */
export async function refuseOtherSystem(dir: string, system: string): Promise<void> {
  const other = await otherSystemIn(dir, system)
  if (other === null) return
  throw new OtherSystem(
    `${dir} holds backups of another Postgres (system ${other}; this one is ${system}). ` +
      'Let BACKUP_DIR name a folder of its own, or move those files away, state.json and wal with them.',
  )
}

async function otherSystemIn(dir: string, system: string): Promise<string | null> {
  const state = await readBackupState(dir)
  const folders = await readdir(join(dir, 'wal')).catch(() => [])
  const systems = [
    ...(state?.system ? [state.system] : []),
    ...(await listOwnBackups(dir)).map(({ header }) => header.system),
    ...folders.flatMap((name) => /^(\d+)-\d+$/.exec(name)?.[1] ?? []),
  ]
  return systems.find((one) => one !== system) ?? null
}
