import type { Privileged } from '@cairn/postgres/privileged'
import type { Transaction } from './transaction.ts'

/** Rows that are kept for a time only. Deletes some that are too old, at most `batch`, and says how many. */
type Expiry = (tx: Transaction, batch: number) => Promise<number>

/** Few enough that nobody has to wait for their locks. */
const BATCH = 500

/** Deletes all that has expired, each batch in a transaction of its own. Returns how many rows that were. */
export async function deleteExpired(database: Privileged, expiries: readonly Expiry[]): Promise<number> {
  let sum = 0
  for (const expiry of expiries) {
    let deleted: number
    do {
      deleted = await database.transaction((tx) => expiry(tx, BATCH))
      sum += deleted
    } while (deleted === BATCH)
  }
  return sum
}

/** Sessions that have ended by their age. */
export const endedSessions: Expiry = async (tx, batch) => {
  const deleted = await tx`
    delete from auth.sessions
    where id in (
      select id from auth.sessions where not_after < now() order by not_after limit ${batch} for update skip locked
    )`
  return deleted.count
}

/** Entries of the operator's log that are older than so many days. */
export function oldAuditEntries(days: number): Expiry {
  return async (tx, batch) => {
    const deleted = await tx`
      delete from auth.audit_log_entries
      where id in (
        select id from auth.audit_log_entries
        where created_at < now() - make_interval(days => ${days})
        order by created_at, id
        limit ${batch}
        for update skip locked
      )`
    return deleted.count
  }
}
