import type { Transaction } from './transaction.ts'

/** A change of address that waits for its confirmations. */
export interface EmailChangeRow {
  /** null for a user without an address: then only the new mailbox has to confirm. */
  current: string | null
  wanted: string
  oneMailboxConfirmed: boolean
}

/** Stores the address that a user wants; it replaces a change that was pending. */
export async function beginEmailChange(tx: Transaction, userId: string, wanted: string): Promise<void> {
  await tx`
    update auth.users
    set email_change = ${wanted}, email_change_sent_at = now(), email_change_confirm_status = 0, updated_at = now()
    where id = ${userId}`
}

/** The pending change; locked. Its token has just been used, so there is one. */
export async function lockEmailChange(tx: Transaction, userId: string): Promise<EmailChangeRow> {
  const [row] = await tx<[EmailChangeRow]>`
    select email as current, email_change as wanted, email_change_confirm_status = 1 as "oneMailboxConfirmed"
    from auth.users where id = ${userId} for update`
  return row
}

export async function setOneMailboxConfirmed(tx: Transaction, userId: string): Promise<void> {
  await tx`update auth.users set email_change_confirm_status = 1, updated_at = now() where id = ${userId}`
}

/**
 * Makes the wanted address the user's own, confirmed. When the account was first confirmed stays as it is: what a fresh
 * sign-up may do is not to be had again by a change of address.
 */
export async function finishEmailChange(tx: Transaction, userId: string): Promise<void> {
  await tx`
    update auth.identities i
    set
      identity_data = i.identity_data || jsonb_build_object('email', u.email_change, 'email_verified', true),
      updated_at = now()
    from auth.users u
    where u.id = ${userId} and i.user_id = u.id and i.provider = 'email'`
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
    select
      u.id::text, u.id, jsonb_build_object('sub', u.id, 'email', u.email_change, 'email_verified', true), 'email',
      now(), now()
    from auth.users u
    where u.id = ${userId} and not exists (
      select from auth.identities i where i.user_id = u.id and i.provider = 'email'
    )`
  await tx`
    update auth.users
    set
      email = email_change,
      email_confirmed_at = coalesce(email_confirmed_at, now()),
      email_change = null,
      email_change_sent_at = null,
      email_change_confirm_status = 0,
      is_anonymous = false,
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
        || jsonb_build_object('email', email_change, 'email_verified', true),
      updated_at = now()
    where id = ${userId}`
}
