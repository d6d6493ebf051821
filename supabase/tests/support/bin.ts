import type postgres from 'postgres'

type Tx = postgres.TransactionSql

export const erase = (table: string, id: string) => `delete from public.${table} where id = '${id}'`
export const restore = (ids: readonly string[], names: object = {}) =>
  `select public.restore_from_bin('{${ids}}', '${JSON.stringify(names)}') as answer`

interface Restored {
  restored: {
    kind: string
    id: string
    name: string
    missing: { part: string; name: string; why: string }[]
  }[]
}

/** Restores records as whoever acts, and says what came back. */
export async function restored(
  tx: Tx,
  ids: readonly string[],
  names?: object,
): Promise<Restored['restored']> {
  const [row] = await tx.unsafe<{ answer: Restored }[]>(restore(ids, names))
  return row?.answer.restored ?? []
}
