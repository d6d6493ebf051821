import type { Transaction } from './transaction.ts'

/** The current and earlier password hashes of a user. */
export interface PasswordHashes {
  current: string | null
  /** Those before it, the latest first. */
  earlier: readonly string[]
}

/** The user's hash, and up to `atMost` of those before it. */
export async function findPasswordHashes(
  tx: Transaction,
  userId: string,
  atMost: number,
): Promise<PasswordHashes> {
  const [row] = await tx<{ encrypted_password: string | null }[]>`
    select encrypted_password from auth.users where id = ${userId}`
  const earlier = await tx<{ password_hash: string }[]>`
    select password_hash from auth.password_history where user_id = ${userId} order by id desc limit ${atMost}`
  return {
    current: row?.encrypted_password ?? null,
    earlier: earlier.map(({ password_hash }) => password_hash),
  }
}

/** Sets a user's password. The previous hash joins the history, of which the newest `remembered` stay. */
export async function replacePassword(
  tx: Transaction,
  userId: string,
  { passwordHash, remembered }: { passwordHash: string; remembered: number },
): Promise<void> {
  await tx`
    insert into auth.password_history (user_id, password_hash)
    select id, encrypted_password from auth.users where id = ${userId} and encrypted_password is not null`
  await tx`
    delete from auth.password_history
    where user_id = ${userId} and id not in (
      select id from auth.password_history where user_id = ${userId} order by id desc limit ${remembered}
    )`
  await tx`update auth.users set encrypted_password = ${passwordHash}, updated_at = now() where id = ${userId}`
}
