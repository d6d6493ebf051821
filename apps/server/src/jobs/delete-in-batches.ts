import type { Units } from '@cairn/jobs/units'

/** Few enough that nobody has to wait for their locks. */
const BATCH = 500

interface Expired {
  /** A description of a row. */
  what: string
  /** Finds the keys of the oldest expired rows, without some. */
  find(without: readonly string[], atMost: number): Promise<string[]>
  /** Deletes rows in one transaction; returns how many. */
  delete(keys: readonly string[]): Promise<number>
}

/** Deletes some expired rows. A row that cannot be deleted does not block others. */
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

/** Deletes all expired rows; returns how many. */
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
