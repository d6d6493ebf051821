import type { Privileged } from '@cairn/postgres/pool/privileged'
import { keepTime } from './clock.ts'
import { expiries } from './expiry.ts'

/** Expired rows of one kind; see expiry.ts. */
export interface Expired {
  what: string
  find(without: readonly string[], atMost: number): Promise<string[]>
  delete(keys: readonly string[]): Promise<number>
}

/** The expired rows of the schema auth, kind by kind. A clock that was set makes no row older. */
export const expiredIn = (database: Privileged, auditDays: number): Expired[] =>
  expiries(auditDays).map((expiry) => ({
    what: expiry.what,
    find: (without, atMost) =>
      database.transaction(async (tx) => {
        await keepTime(tx)
        return expiry.find(tx, without, atMost)
      }),
    delete: (keys) =>
      database.transaction(async (tx) => {
        await keepTime(tx)
        return expiry.delete(tx, keys)
      }),
  }))
