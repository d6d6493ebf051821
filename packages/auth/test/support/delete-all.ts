import type { Expired } from '../../src/store/expired.ts'

/** Deletes all that is over; returns how many rows that were. */
export async function deleteAll(kinds: readonly Expired[]): Promise<number> {
  let rows = 0
  for (const kind of kinds) {
    for (let keys = await kind.find([], 500); keys.length > 0; keys = await kind.find([], 500))
      rows += await kind.delete(keys)
  }
  return rows
}
