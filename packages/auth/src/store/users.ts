import type { Account, Metadata, UserRow } from '../model/account.ts'
import { type AccountRow, accountColumns, toAccount } from './account-columns.ts'
import { insertIdentities } from './identities.ts'
import type { Statements, Transaction } from './transaction.ts'

/** The values that verify a password. */
export interface Credentials {
  id: string
  encrypted_password: string | null
  /** For a user without a password: the one of their sign-up, which was not proven and grants no access. */
  unproven_password: string | null
}

/** An address or a number that identifies a user; the kinds have the names of their columns. */
export interface Identifier {
  kind: 'email' | 'phone'
  address: string
}

/**
 * The user with this address or number, for checking a password. For a user who has not confirmed yet it is the
 * password of their latest sign-up, which grants no access.
 */
export async function findCredentials(
  tx: Transaction,
  { kind, address }: Identifier,
): Promise<Credentials | null> {
  const [row] = await tx<Credentials[]>`
    select u.id, coalesce(u.encrypted_password, (
      select s.password_hash from auth.pending_sign_ups s
      where s.user_id = u.id and u.confirmed_at is null and s.password_hash is not null
      order by s.created_at desc limit 1
    )) as encrypted_password, (
      select p.password_hash from auth.unproven_passwords p
      where p.user_id = u.id and u.encrypted_password is null and u.confirmed_at is not null
    ) as unproven_password
    from auth.users u where u.${tx(kind)} = ${address} and not u.is_sso_user`
  return row ?? null
}

/** All shown fields of a user; null if the user does not exist. */
export async function findAccount(sql: Statements, userId: string): Promise<Account | null> {
  const [row] = await sql<AccountRow[]>`
    select ${accountColumns(sql)} from auth.users u where u.id = ${userId} and u.deleted_at is null`
  return row === undefined ? null : toAccount(row)
}

/** Whether a user has confirmed this address; locks the row against a concurrent confirmation. */
export async function isConfirmedAddress(tx: Transaction, email: string): Promise<boolean> {
  const rows = await tx<{ confirmed: boolean }[]>`
    select confirmed_at is not null as confirmed from auth.users
    where email = ${email} and not is_sso_user for update`
  return rows.some((row) => row.confirmed)
}

/** The columns that decide which message a user is sent. */
export type FoundUser = Pick<UserRow, 'id' | 'confirmed_at' | 'email_change' | 'raw_user_meta_data'>

/**
 * The user with this address or number, confirmed or not; locked. Where there is none, the address is locked, so that of
 * two requests that create its user the second finds the user of the first.
 */
export async function findByContact(tx: Transaction, identifier: Identifier): Promise<FoundUser | null> {
  const found = await lockByContact(tx, identifier)
  if (found !== null) return found
  await tx`select pg_advisory_xact_lock(hashtextextended(${`auth.users ${identifier.address}`}, 0))`
  return lockByContact(tx, identifier)
}

async function lockByContact(tx: Transaction, { kind, address }: Identifier): Promise<FoundUser | null> {
  const [row] = await tx<FoundUser[]>`
    select id, confirmed_at, email_change, coalesce(raw_user_meta_data, '{}') as raw_user_meta_data from auth.users
    where ${tx(kind)} = ${address} and not is_sso_user for update`
  return row ?? null
}

/** The user with this address, confirmed or not; locked. */
export function findByEmail(tx: Transaction, email: string): Promise<FoundUser | null> {
  return findByContact(tx, { kind: 'email', address: email })
}

/** Stores a new user, with their identities. */
export async function insertAccount(
  tx: Transaction,
  { user, identities }: Account,
  passwordHash: string | null,
): Promise<void> {
  await tx`
    insert into auth.users (
      instance_id, id, aud, role, email, phone, encrypted_password, confirmation_sent_at, raw_app_meta_data,
      raw_user_meta_data, created_at, updated_at, is_anonymous, is_sso_user
    ) values (
      '00000000-0000-0000-0000-000000000000', ${user.id}, ${user.aud}, ${user.role}, ${user.email}, ${user.phone},
      ${passwordHash},
      ${user.confirmation_sent_at}, ${JSON.stringify(user.raw_app_meta_data)}::text::jsonb,
      ${JSON.stringify(user.raw_user_meta_data)}::text::jsonb, ${user.created_at}, ${user.updated_at}, ${user.is_anonymous},
      ${user.is_sso_user}
    )`
  await insertIdentities(tx, identities)
}

/** Stores when a message of this kind was last sent. */
export async function setSentAt(
  tx: Transaction,
  userId: string,
  column: 'confirmation_sent_at' | 'recovery_sent_at' | 'reauthentication_sent_at' | 'invited_at',
): Promise<void> {
  await tx`update auth.users set ${tx(column)} = now(), updated_at = now() where id = ${userId}`
}

/** The user's metadata; locked until it is written back. */
export async function lockUserMetadata(tx: Transaction, userId: string): Promise<Metadata> {
  const [row] = await tx<Pick<UserRow, 'raw_user_meta_data'>[]>`
    select coalesce(raw_user_meta_data, '{}') as raw_user_meta_data from auth.users where id = ${userId} for update`
  return row?.raw_user_meta_data ?? {}
}
