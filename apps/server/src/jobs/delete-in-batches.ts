import type { Units } from '@cairn/jobs/units'

/** Few enough that nobody has to wait for their locks. */
const BATCH = 500

interface Expired {
  /** What a row is. */
  what: string
  /** The keys of the oldest rows that are over, but for some. */
  find(without: readonly string[], atMost: number): Promise<string[]>
  /** Deletes them in one transaction; returns how many. */
  delete(keys: readonly string[]): Promise<number>
}

/** Deletes some rows that are over. A row that cannot be deleted keeps no other. */
export async function deleteBatch(
  units: Units,
  expired: Expired,
): Promise<{ deleted: number; isMore: boolean }> {
  let deleted = 0
  const found = await units.each({
    kind: expired.what,
    find: (without) => expired.find(without, BATCH),
    async work(keys) {
      deleted += await expired.delete(keys)
    },
  })
  return { deleted, isMore: found === BATCH && deleted > 0 }
}

/** Deletes all of them; returns how many rows that were. */
export async function deleteInBatches(units: Units, expired: Expired): Promise<number> {
  let sum = 0
  let isMore: boolean
  do {
    const batch = await deleteBatch(units, expired)
    sum += batch.deleted
    isMore = batch.isMore
  } while (isMore)
  return sum
}
