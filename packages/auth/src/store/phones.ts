import { updateProviderNames } from './identities.ts'
import type { Transaction } from './transaction.ts'

/** Stores the number that a user wants; it replaces a change that was pending. */
export async function beginPhoneChange(tx: Transaction, userId: string, wanted: string): Promise<void> {
  await tx`
    update auth.users set phone_change = ${wanted}, phone_change_sent_at = now(), updated_at = now()
    where id = ${userId}`
}

/** A user with a pending change to this number: the latest, for a request names only the number. */
export async function findByWantedPhone(tx: Transaction, wanted: string): Promise<{ id: string } | null> {
  const [row] = await tx<{ id: string }[]>`
    select id from auth.users where phone_change = ${wanted} and deleted_at is null
    order by phone_change_sent_at desc limit 1 for update`
  return row ?? null
}

/** The number that a user wants; locked. Its code has just been used, so there is one. */
export async function lockPhoneChange(tx: Transaction, userId: string): Promise<string> {
  const [row] = await tx<[{ wanted: string }]>`
    select phone_change as wanted from auth.users where id = ${userId} for update`
  return row.wanted
}

/** Makes the wanted number the user's own, confirmed. */
export async function finishPhoneChange(tx: Transaction, userId: string): Promise<void> {
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
    select
      id::text, id, jsonb_build_object('sub', id, 'phone', phone_change, 'phone_verified', true), 'phone', now(), now()
    from auth.users where id = ${userId}
    on conflict (provider_id, provider) do update
    set identity_data = identities.identity_data || excluded.identity_data, updated_at = now()`
  await tx`
    update auth.users
    set
      phone = phone_change,
      phone_confirmed_at = coalesce(phone_confirmed_at, now()),
      phone_change = '',
      phone_change_sent_at = null,
      is_anonymous = false,
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"phone_verified": true}',
      updated_at = now()
    where id = ${userId}`
  await updateProviderNames(tx, userId)
}

/** Sets a user's number, which is as confirmed as the one before. */
export async function changePhone(tx: Transaction, userId: string, phone: string): Promise<void> {
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
    values (
      ${userId}, ${userId}, jsonb_build_object('sub', ${userId}::text, 'phone', ${phone}::text), 'phone', now(), now()
    )
    on conflict (provider_id, provider) do update
    set identity_data = identities.identity_data || excluded.identity_data, updated_at = now()`
  await tx`
    update auth.users set phone = ${phone}, phone_change = '', updated_at = now() where id = ${userId}`
  await updateProviderNames(tx, userId)
}
