import { randomUUID } from 'node:crypto'
import type { Account, IdentityRow, Metadata } from '../../model/account.ts'

export interface NewAccount {
  /** Both left out for an anonymous user. */
  email?: string | null
  phone?: string | null
  data: Metadata
  /** The id of the user who waits under this address already. */
  id?: string | undefined
  /** Made by the operator: the metadata is exactly what they sent. */
  byOperator?: boolean
}

/** A new account, as stored and as shown. The metadata that the caller sends never overrides what we set. */
export function buildAccount(
  { email = null, phone = null, data, id = randomUUID(), byOperator = false }: NewAccount,
  now: Date,
): Account {
  const profile = {
    ...data,
    sub: id,
    ...(email === null ? {} : { email }),
    ...(phone === null ? {} : { phone }),
    email_verified: false,
    phone_verified: false,
  }
  const providers = [...(email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])]
  return {
    user: {
      id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      email_confirmed_at: null,
      invited_at: null,
      phone,
      phone_confirmed_at: null,
      phone_change: null,
      phone_change_sent_at: null,
      confirmation_sent_at: now,
      confirmed_at: null,
      recovery_sent_at: null,
      email_change: null,
      email_change_sent_at: null,
      last_sign_in_at: null,
      raw_app_meta_data: { provider: providers[0], providers },
      raw_user_meta_data: byOperator ? data : profile,
      created_at: now,
      updated_at: now,
      banned_until: null,
      is_anonymous: false,
      is_sso_user: false,
    },
    factors: [],
    identities: providers.map((provider) => identity({ id, provider, email, data: profile }, now)),
  }
}

function identity(
  { id, provider, email, data }: { id: string; provider: string; email: string | null; data: Metadata },
  now: Date,
): IdentityRow {
  return {
    id: randomUUID(),
    provider_id: id,
    user_id: id,
    identity_data: data,
    provider,
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    email,
  }
}
