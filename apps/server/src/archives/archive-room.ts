import type { Privileged } from '@cairn/postgres/pool/privileged'
import type { ArchiveRoom } from '../settings/config.ts'

const MEGABYTE = 1_000_000

/** Tells the database how much of archives the operator lets accounts upload at once. */
export async function bringArchiveRoom(
  database: Privileged,
  { megabytes, megabytesOfNew }: ArchiveRoom,
): Promise<void> {
  await database.statement(
    (sql) => sql`
      select private.set_archive_room(${megabytes * MEGABYTE}::bigint, ${megabytesOfNew * MEGABYTE}::bigint)`,
  )
}
