import type { Privileged } from '@cairn/postgres/pool/privileged'
import { userJson } from '../../http/user-json.ts'
import { findAccount } from '../../store/users.ts'

/** A person as `GET /user` gives them, for whoever acts as them without a session; null for one who may not sign in. */
export async function personAsJson(
  database: Privileged,
  userId: string,
): Promise<Record<string, unknown> | null> {
  const account = await database.statement((sql) => findAccount(sql, userId))
  const bannedUntil = account?.user.banned_until ?? null
  if (account === null || (bannedUntil !== null && bannedUntil.getTime() > Date.now())) return null
  return userJson(account)
}
