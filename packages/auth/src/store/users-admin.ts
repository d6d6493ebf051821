import { userIsReferenced } from '../errors/auth-errors.ts'
import type { Account, Metadata } from '../model/account.ts'
import type { Transaction } from './transaction.ts'
import { findAccount } from './users.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/** A page of users, the newest first, and how many there are. Users that were softly deleted are not counted. */
export async function findAccounts(
  tx: Transaction,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ accounts: Account[]; total: number }> {
  const ids = await tx<{ id: string }[]>`
    select id from auth.users where deleted_at is null
    order by created_at desc, id limit ${limit} offset ${offset}`
  const [count] = await tx<[{ total: number }]>`
    select count(*)::int as total from auth.users where deleted_at is null`
  const accounts = await Promise.all(ids.map(({ id }) => findAccount(tx, id)))
  return { accounts: accounts.filter((account) => account !== null), total: count.total }
}

/** Sets a user's address, which is as confirmed as the one before. */
export async function changeEmail(tx: Transaction, userId: string, email: string): Promise<void> {
  await tx`
    update auth.identities
    set identity_data = identity_data || jsonb_build_object('email', ${email}::text), updated_at = now()
    where user_id = ${userId} and provider = 'email'`
  await tx`
    update auth.users
    set email = ${email}, email_change = null, email_change_confirm_status = 0, updated_at = now()
    where id = ${userId}`
}

export async function setUserMetadata(tx: Transaction, userId: string, metadata: Metadata): Promise<void> {
  await tx`
    update auth.users set raw_user_meta_data = ${JSON.stringify(metadata)}::text::jsonb, updated_at = now()
    where id = ${userId}`
}

export async function setAppMetadata(tx: Transaction, userId: string, metadata: Metadata): Promise<void> {
  await tx`
    update auth.users set raw_app_meta_data = ${JSON.stringify(metadata)}::text::jsonb, updated_at = now()
    where id = ${userId}`
}

/** Bans a user for so long; 0 ends a ban. */
export async function banUser(tx: Transaction, userId: string, forMs: number): Promise<void> {
  await tx`
    update auth.users
    set
      banned_until = case when ${forMs}::float8 > 0 then now() + make_interval(secs => ${forMs / 1_000}) end,
      updated_at = now()
    where id = ${userId}`
}

/**
 * Deletes a user with everything that belongs to them; false when there is no such user. Throws `conflict` where rows of the
 * project name the user and do not go along.
 */
export async function deleteUser(tx: Transaction, userId: string): Promise<boolean> {
  try {
    const deleted = await tx`delete from auth.users where id = ${userId} and deleted_at is null`
    return deleted.count > 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION) {
      throw userIsReferenced(error)
    }
    throw error
  }
}

/** Deletes everything of a user but their id; false when there is no such user. */
export async function softDeleteUser(tx: Transaction, userId: string): Promise<boolean> {
  const emptied = await tx`
    update auth.users
    set
      email = null, phone = null, encrypted_password = null, email_change = null, email_confirmed_at = null,
      phone_confirmed_at = null, raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(),
      updated_at = now()
    where id = ${userId} and deleted_at is null`
  if (emptied.count === 0) return false
  await tx`delete from auth.sessions where user_id = ${userId}`
  await tx`delete from auth.identities where user_id = ${userId}`
  await tx`delete from auth.mfa_factors where user_id = ${userId}`
  await tx`delete from auth.mfa_recovery_codes where user_id = ${userId}`
  await tx`delete from auth.one_time_tokens where user_id = ${userId}`
  await tx`delete from auth.password_history where user_id = ${userId}`
  return true
}
