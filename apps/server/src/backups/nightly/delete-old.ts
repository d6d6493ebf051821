import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { segmentName } from '@cairn/postgres/replication/lsn'
import { listOwnBackups, placeOf } from '../listed-backups.ts'
import { keptSegments, removeUnfinished } from '../wal/kept-segments.ts'
import type { WhichPostgres } from '../which-postgres.ts'

interface DeleteOld {
  dir: string
  /** How many backups stay. */
  keep: number
  /** The backup that was just made and tried. */
  newest: string
  of: Pick<WhichPostgres, 'system' | 'segmentBytes'>
}

/**
 * Deletes the backups of a Postgres that are too many, and what it wrote before the oldest that stays. What is old is
 * judged by Postgres' count in the files. Where the newest backup is not the last one by it, nothing is deleted.
 */
export async function deleteOld({ dir, keep, newest, of }: DeleteOld): Promise<void> {
  const own = (await listOwnBackups(dir)).filter(({ header }) => header.system === of.system)
  if (own.at(-1)?.file !== newest) return
  for (const { file } of own.slice(0, -keep)) await rm(file, { force: true })
  const [oldest] = own.slice(-keep)
  const place = oldest === undefined ? null : placeOf(oldest.header)
  // A backup of an earlier version does not name the LSN from which it needs the WAL.
  if (place !== null) await deleteOldWal(join(dir, 'wal'), of, place)
}

/** No backup needs a history that ended before the oldest one began, or segments that were whole by then. */
async function deleteOldWal(
  wal: string,
  { system, segmentBytes }: DeleteOld['of'],
  { timeline, lsn }: { timeline: number; lsn: bigint },
): Promise<void> {
  for (const name of await readdir(wal).catch(() => [])) {
    const [, owner, number] = /^(\d+)-(\d+)$/.exec(name) ?? []
    if (owner !== system) continue
    const folder = join(wal, name)
    if (Number(number) < timeline) await rm(folder, { recursive: true, force: true })
    if (Number(number) === timeline) await deleteBefore(folder, segmentName(timeline, lsn, segmentBytes))
  }
}

async function deleteBefore(folder: string, first: string): Promise<void> {
  for (const { name, whole } of await keptSegments(folder)) {
    if (name >= first) return
    if (whole !== null) await rm(whole, { force: true })
    await removeUnfinished(folder, name)
  }
}
