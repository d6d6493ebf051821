import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Some containers have little: a few clusters are to fit at the same time. */
const LEAST_ROOM_BYTES = 2 * 1024 ** 3

/** A new folder for data that is thrown away: in memory where the system has room for it. */
export function scratchFolder(prefix: string): string {
  const folder = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), prefix))
  // Postgres runs as another user when the tests run as root.
  chmodSync(folder, 0o755)
  return folder
}

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= LEAST_ROOM_BYTES
}
