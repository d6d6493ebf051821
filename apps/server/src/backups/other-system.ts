import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupProblem } from './backup-problem.ts'
import { readBackupState } from './backup-state.ts'
import { listOwnBackups } from './listed-backups.ts'

/** The folder is another's. */
export class OtherSystem extends BackupProblem {}

const ELSEWHERE =
  'Let BACKUP_DIR name a folder of its own, or move those files away, state.json and wal with them.'

/**
 * Refuses a folder in which another Postgres has its backups, or a copy of this one that was restored later: each would
 * delete what the other needs, and know nothing of how its own go. Throws {@link OtherSystem}.
 */
export async function refuseOtherSystem(
  dir: string,
  { system, timeline }: { system: string; timeline: number },
): Promise<void> {
  for (const found of await historiesIn(dir)) {
    if (found.system !== system) {
      throw new OtherSystem(
        `${dir} holds backups of another Postgres (system ${found.system}; this one is ${system}). ${ELSEWHERE}`,
      )
    }
    if (found.timeline > timeline) {
      throw new OtherSystem(
        `${dir} holds backups of a later copy of this Postgres (timeline ${found.timeline}; this one is on ${timeline}). ${ELSEWHERE}`,
      )
    }
  }
}

/** Of which Postgres, and of which history of it, there is something in the folder. */
async function historiesIn(dir: string): Promise<{ system: string; timeline: number }[]> {
  const state = await readBackupState(dir)
  const folders = await readdir(join(dir, 'wal')).catch(() => [])
  return [
    ...(state?.system ? [{ system: state.system, timeline: state.timeline ?? 0 }] : []),
    ...(await listOwnBackups(dir)).map(({ header }) => ({
      system: header.system,
      timeline: header.timeline ?? 0,
    })),
    ...folders.flatMap((name) => {
      const [, system, timeline] = /^(\d+)-(\d+)$/.exec(name) ?? []
      return system === undefined ? [] : [{ system, timeline: Number(timeline) }]
    }),
  ]
}
