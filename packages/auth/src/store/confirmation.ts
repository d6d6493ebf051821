import type { Metadata } from '../model/account.ts'
import type { Transaction } from './transaction.ts'
import { forgetUnprovenPassword, keepUnprovenPassword } from './unproven-passwords.ts'
import type { Identifier } from './users.ts'

/** The values that are stored with a confirmed address or number. */
export interface Confirmed {
  /** The hash of the password that was proven together with it; null for none. */
  passwordHash: string | null
  /** The metadata of the confirmed sign-up; null leaves the stored metadata. */
  metadata: Metadata | null
  /** The sign-up that is confirmed; left out where the redeemed link or code belongs to none. */
  signUpId?: string | null
  /** The operator vouches for the user as they are stored, their password included. */
  byOperator?: boolean
}

export const NOTHING_PROVEN: Confirmed = { passwordHash: null, metadata: null }

/**
 * Stores that the user's current address or number is confirmed. Everything from before the first proof of identity may
 * be an attacker's: a password stays only where it was proven together with the contact, and sessions, factors,
 * passkeys, links and pending changes end.
 */
export async function confirmContact(
  tx: Transaction,
  userId: string,
  kind: Identifier['kind'],
  { passwordHash, metadata, signUpId = null, byOperator = false }: Confirmed,
): Promise<void> {
  const said = metadata === null ? null : JSON.stringify(metadata)
  const confirmedAt = tx(`${kind}_confirmed_at`)
  const [user] = await tx<{ isFirst: boolean; isNew: boolean }[]>`
    select confirmed_at is null as "isFirst", ${confirmedAt} is null as "isNew"
    from auth.users where id = ${userId} for update`
  if (user === undefined) return
  if (user.isFirst && !byOperator && passwordHash === null) await keepUnprovenPassword(tx, userId, signUpId)
  if (user.isFirst) await endWhatWasUnproven(tx, userId)
  const verified = JSON.stringify({ [`${kind}_verified`]: true })
  await tx`
    update auth.identities
    set
      identity_data = coalesce(${user.isFirst ? said : null}::text::jsonb, identity_data)
        || jsonb_build_object('sub', user_id, ${kind}::text, identity_data ->> ${kind}) || ${verified}::text::jsonb,
      updated_at = now()
    where user_id = ${userId} and provider = ${kind}`
  if (!user.isNew) return
  await tx`
    update auth.users
    set
      ${confirmedAt} = now(),
      encrypted_password = case
        when ${user.isFirst && !byOperator} then ${passwordHash} else encrypted_password
      end,
      raw_user_meta_data = coalesce(${user.isFirst ? said : null}::text::jsonb, raw_user_meta_data, '{}')
        || ${verified}::text::jsonb,
      updated_at = now()
    where id = ${userId}`
}

/** Sets the password of a sign-up whose address was confirmed before, unless its user has set another one meanwhile. */
export async function setProvenPassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await tx`
    update auth.users set encrypted_password = ${passwordHash}, updated_at = now()
    where id = ${userId} and encrypted_password is null`
  await forgetUnprovenPassword(tx, userId)
}

/** Ends sessions, factors, passkeys, links, sign-ups and pending changes from before the first proof of identity. */
export async function endWhatWasUnproven(tx: Transaction, userId: string): Promise<void> {
  await tx`delete from auth.pending_sign_ups where user_id = ${userId}`
  await tx`
    delete from auth.one_time_tokens
    where user_id = ${userId} and token_type not in ('recovery_token', 'reauthentication_token')`
  await tx`delete from auth.sessions where user_id = ${userId}`
  await tx`delete from auth.mfa_factors where user_id = ${userId}`
  await tx`delete from auth.webauthn_credentials where user_id = ${userId}`
  await tx`delete from auth.mfa_recovery_codes where user_id = ${userId}`
  await tx`delete from auth.password_history where user_id = ${userId}`
  await tx`delete from auth.identities where user_id = ${userId} and provider not in ('email', 'phone')`
  await tx`
    update auth.users
    set
      email_change = null, email_change_sent_at = null, email_change_confirm_status = 0, phone_change = '',
      phone_change_sent_at = null, updated_at = now()
    where id = ${userId}`
}
