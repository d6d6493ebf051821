import { formatLsn } from '@cairn/postgres/replication/lsn'
import { momentOf } from '../moment.ts'
import { readWalState, writeWalState } from './wal-state.ts'

/** How far it went that Postgres' writes were kept. */
export interface Kept {
  lsn: bigint
  /** A moment before which everything was committed that is on the disk; null where that is not known. */
  allOf: Date | null
}

const WRITE_EVERY_MS = 10_000

/** Writes down every few seconds how far it goes. */
export function createKeptState(
  dir: string,
  { system, timeline }: { system: string; timeline: number },
): { note(kept: Kept): Promise<void> } {
  let writtenAt = Number.NEGATIVE_INFINITY
  return {
    async note({ lsn, allOf }) {
      const now = performance.now()
      if (allOf === null || now - writtenAt < WRITE_EVERY_MS) return
      await writeWalState(dir, {
        system,
        timeline,
        keptUpTo: momentOf(allOf),
        lsn: formatLsn(lsn),
        error: null,
      })
      writtenAt = now
    },
  }
}

/** Writes down why nothing is kept, and leaves what is known of how far it went. */
export async function noteNotKept(dir: string, error: string): Promise<void> {
  const before = await readWalState(dir)
  const unknown = { system: '', timeline: 0, keptUpTo: null, lsn: null }
  // A full disk is what it fails of most: this process remembers it then.
  await writeWalState(dir, { ...(before ?? unknown), error }).catch(() => {})
}
