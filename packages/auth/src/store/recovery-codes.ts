import type { Transaction } from './transaction.ts'

/** Replaces a user's codes; without hashes they have none. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx`delete from auth.mfa_recovery_codes where user_id = ${userId}`
  for (const hash of hashes) {
    await tx`insert into auth.mfa_recovery_codes (user_id, code_hash) values (${userId}, ${hash})`
  }
}

/** Uses up a code that is stored as one of these; false when the user has no such code. */
export async function takeRecoveryCode(tx: Transaction, userId: string, hashes: string[]): Promise<boolean> {
  const taken =
    await tx`delete from auth.mfa_recovery_codes where user_id = ${userId} and code_hash = any(${hashes})`
  return taken.count > 0
}

export async function countRecoveryCodes(tx: Transaction, userId: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from auth.mfa_recovery_codes where user_id = ${userId}`
  return row.count
}
