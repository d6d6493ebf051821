import { updateProviderNames } from './identities.ts'
import type { Transaction } from './transaction.ts'

/** The changes of a user from a moment on. */
export interface Since {
  userId: string
  /** As Postgres writes it, to the microsecond. */
  moment: string
}

/** The moment in a statement. As a text: the driver would cut a timestamp to milliseconds. */
const at = (tx: Transaction, { moment }: Since) => tx`${moment}::text::timestamptz`

/**
 * Reverts an account to the state before a moment: added ways in are removed, removed ones are restored, the former
 * address and number are restored where nobody else has them, and the password is void. Every link and code ends.
 * Identities that were linked at a provider since are removed as well.
 */
export async function undoChanges(tx: Transaction, since: Since): Promise<void> {
  const { userId } = since
  await tx`delete from auth.one_time_tokens where user_id = ${userId}`
  await tx`delete from auth.flow_state where user_id = ${userId}`
  await removeAdded(tx, since)
  await bringBackRemoved(tx, since)
  await bringBackContact(tx, since)
  await tx`
    update auth.users
    set
      encrypted_password = null, email_change = null, email_change_sent_at = null, email_change_confirm_status = 0,
      phone_change = '', phone_change_sent_at = null, updated_at = now()
    where id = ${userId}`
  await updateProviderNames(tx, userId)
  await tx`delete from auth.security_changes where user_id = ${userId} and created_at >= ${at(tx, since)}`
}

async function removeAdded(tx: Transaction, since: Since): Promise<void> {
  const { userId } = since
  const added = tx`
    select c.subject_id from auth.security_changes c
    where c.user_id = ${userId} and c.created_at >= ${at(tx, since)} and c.kind in ('factor_added', 'passkey_added')`
  await tx`
    delete from auth.mfa_factors f
    where f.user_id = ${userId} and (f.status = 'unverified' or f.id in (${added}))`
  await tx`delete from auth.webauthn_credentials k where k.user_id = ${userId} and k.id in (${added})`
  await tx`
    delete from auth.identities i
    where i.user_id = ${userId} and i.provider not in ('email', 'phone') and i.created_at >= ${at(tx, since)}`
  await tx`delete from auth.mfa_recovery_codes c where c.user_id = ${userId} and c.created_at >= ${at(tx, since)}`
}

/** Restores removed factors and passkeys. Those that were both added and removed since stay removed. */
async function bringBackRemoved(tx: Transaction, since: Since): Promise<void> {
  const { userId } = since
  await tx`
    insert into auth.mfa_factors
    select f.*
    from auth.security_changes c
    cross join jsonb_populate_recordset(null::auth.mfa_factors, c.removed -> 'factors') f
    where c.user_id = ${userId} and c.created_at >= ${at(tx, since)} and f.id not in (
      select a.subject_id from auth.security_changes a
      where a.user_id = ${userId} and a.created_at >= ${at(tx, since)} and a.kind = 'factor_added'
    )
    on conflict do nothing`
  await tx`
    insert into auth.webauthn_credentials
    select k.*
    from auth.security_changes c
    cross join jsonb_populate_recordset(null::auth.webauthn_credentials, c.removed -> 'keys') k
    where c.user_id = ${userId} and c.created_at >= ${at(tx, since)}
      and (k.factor_id is null or exists (select from auth.mfa_factors f where f.id = k.factor_id))
      and k.id not in (
        select a.subject_id from auth.security_changes a
        where a.user_id = ${userId} and a.created_at >= ${at(tx, since)} and a.kind = 'passkey_added'
      )
    on conflict do nothing`
  await tx`
    insert into auth.mfa_recovery_codes
    select r.*
    from auth.security_changes c
    cross join jsonb_populate_recordset(null::auth.mfa_recovery_codes, c.removed -> 'codes') r
    where c.user_id = ${userId} and c.created_at >= ${at(tx, since)} and r.created_at < ${at(tx, since)}
    on conflict do nothing`
}

/** Restores the address and the number from before the first change of each. */
async function bringBackContact(tx: Transaction, since: Since): Promise<void> {
  const { userId } = since
  const former = (kind: 'email_changed' | 'phone_changed', name: 'email' | 'phone') => tx`
    select c.removed ->> ${name}::text as value from auth.security_changes c
    where c.user_id = ${userId} and c.created_at >= ${at(tx, since)} and c.kind = ${kind}
    order by c.created_at limit 1`
  await tx`
    with former as (${former('email_changed', 'email')}), back as (
      update auth.users u
      set
        email = former.value, updated_at = now(),
        raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('email', former.value)
      from former
      where u.id = ${userId} and former.value is not null and not exists (
        select from auth.users other where other.email = former.value and other.id <> u.id and not other.is_sso_user
      )
      returning u.id, u.email
    )
    update auth.identities i
    set identity_data = i.identity_data || jsonb_build_object('email', back.email), updated_at = now()
    from back
    where i.user_id = back.id and i.provider = 'email'`
  await tx`
    with former as (${former('phone_changed', 'phone')}), back as (
      update auth.users u
      set phone = former.value, phone_confirmed_at = case when former.value is not null then u.phone_confirmed_at end
      from former
      where u.id = ${userId} and not exists (
        select from auth.users other where other.phone = former.value and other.id <> u.id
      )
      returning u.id, u.phone
    ), gone as (
      delete from auth.identities i using back where i.user_id = back.id and i.provider = 'phone' and back.phone is null
    )
    update auth.identities i
    set identity_data = i.identity_data || jsonb_build_object('phone', back.phone), updated_at = now()
    from back
    where i.user_id = back.id and i.provider = 'phone' and back.phone is not null`
}
