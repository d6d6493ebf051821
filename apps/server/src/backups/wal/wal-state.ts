import { join } from 'node:path'
import { z } from 'zod'
import { stateFile } from '../state-file.ts'

const state = z.object({
  system: z.string(),
  timeline: z.int(),
  /** Everything that was committed before is on the disk; a moment of this machine's clock. Null while nothing was kept. */
  keptUpTo: z.string().nullable(),
  /** Up to here in Postgres' own count; null while nothing was kept. */
  lsn: z.string().nullable(),
  /** Why nothing is kept at present; null where it is. */
  error: z.string().nullable(),
})

/** How the keeping of what Postgres writes goes. It stands in the file `state.json` in the folder `wal`. */
export type WalState = z.infer<typeof state>

const file = stateFile(state, join('wal', 'state.json'))

/** Reads it; null where nothing was kept yet, and where nothing is to be kept. */
export const readWalState = async (dir: string | null): Promise<WalState | null> =>
  dir === null ? null : file.read(dir)

export const writeWalState = file.write
