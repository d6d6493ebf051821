import type { Transaction } from './transaction.ts'
import { forgetUnprovenPassword } from './unproven-passwords.ts'

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

/**
 * Sets a user's password. The previous hash joins the history, of which the newest `remembered` stay. Links and codes that
 * sign in were asked for before and end with it: an attacker who could read the mailbox then shall not come in now.
 */
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
  await forgetUnprovenPassword(tx, userId)
  await tx`
    delete from auth.one_time_tokens
    where user_id = ${userId} and token_type in ('recovery_token', 'reauthentication_token')`
  await tx`
    delete from auth.flow_state
    where user_id = ${userId} and auth_code is not null and email_change_token_id is null`
}
