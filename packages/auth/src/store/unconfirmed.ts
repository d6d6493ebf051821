import { postgresFailure } from '@cairn/postgres/wire/errors'
import type { Account } from '../model/account.ts'
import { endWhatWasUnproven } from './confirmation.ts'
import { insertIdentities } from './identities.ts'
import type { Transaction } from './transaction.ts'
import { insertAccount } from './users.ts'
import { softDeleteUser } from './users-admin.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Stores a new user. A user with this address or number who never confirmed it (`waiting`, locked) becomes this one, under
 * the id that they have: rows of the product that name them stay, and nothing of theirs opens the account. What only an
 * operator sets, a ban and app metadata, stays too.
 */
export async function storeNewUser(
  tx: Transaction,
  waiting: { id: string } | null,
  { account, passwordHash }: { account: Account; passwordHash: string | null },
): Promise<void> {
  if (waiting === null) return insertAccount(tx, account, passwordHash)
  const { user } = account
  await endAllOf(tx, waiting.id)
  await tx`
    update auth.users
    set
      aud = ${user.aud}, role = ${user.role}, email = ${user.email}, phone = ${user.phone},
      encrypted_password = ${passwordHash}, confirmation_sent_at = ${user.confirmation_sent_at},
      raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || ${JSON.stringify(user.raw_app_meta_data)}::text::jsonb,
      raw_user_meta_data = ${JSON.stringify(user.raw_user_meta_data)}::text::jsonb,
      created_at = ${user.created_at}, updated_at = ${user.updated_at}
    where id = ${waiting.id} and confirmed_at is null`
  await insertIdentities(tx, account.identities)
}

/**
 * Takes address and number from a user who never confirmed, because another user has them now: deletes the user. Where rows
 * of the product name the user and do not go along, only the id remains.
 */
export async function displaceUnconfirmed(tx: Transaction, userId: string): Promise<void> {
  await tx`savepoint displaced_user`
  try {
    await tx`delete from auth.users where id = ${userId} and confirmed_at is null`
  } catch (error) {
    if (postgresFailure(error)?.code !== FOREIGN_KEY_VIOLATION) throw error
    await tx`rollback to savepoint displaced_user`
    await endAllOf(tx, userId)
    await softDeleteUser(tx, userId)
  }
  await tx`release savepoint displaced_user`
}

/** Ends everything by which somebody could be this user: the party that was here first proved nothing. */
async function endAllOf(tx: Transaction, userId: string): Promise<void> {
  await endWhatWasUnproven(tx, userId)
  await tx`delete from auth.identities where user_id = ${userId}`
  await tx`delete from auth.one_time_tokens where user_id = ${userId}`
  await tx`delete from auth.flow_state where ${userId} in (user_id, linking_user_id)`
  await tx`delete from auth.unproven_passwords where user_id = ${userId}`
  await tx`delete from auth.security_changes where user_id = ${userId}`
  await tx`delete from auth.known_devices where user_id = ${userId}`
  await tx`delete from auth.oauth_authorizations where user_id = ${userId}`
  await tx`delete from auth.oauth_consents where user_id = ${userId}`
}
